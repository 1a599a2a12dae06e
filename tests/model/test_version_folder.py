"""The folders of the versions of a documentation."""

from __future__ import annotations

from dowse.model.version_folder import VersionFolder, version_folder_of


def test_a_document_belongs_to_the_version_whose_folder_it_is_in() -> None:
    assert version_folder_of("www/versioned_docs/version-9.x/a/b.md") == VersionFolder(
        "www/versioned_docs/version-9.x", "www/", "", "9.x"
    )


def test_further_documents_of_a_site_have_versions_too() -> None:
    found = version_folder_of("community_versioned_docs/version-2/a.md")
    assert found == VersionFolder("community_versioned_docs/version-2", "", "community_", "2")


def test_other_documents_are_of_no_version() -> None:
    paths = ("docs/a.md", "versioned_docs/a.md", "versioned_docs/version-/a.md", "versioned_docs/version-9.md")
    assert [version_folder_of(path) for path in paths] == [None, None, None, None]
