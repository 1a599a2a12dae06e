"""Names with patterns, as `paths` of tsconfig.json and `exports` of package.json state them."""

from __future__ import annotations

from collections import defaultdict

from ...model.module_settings import Targets


class PathPatterns:
    """The targets of names; a look-up takes as many steps as the longest pattern has characters, at most."""

    def __init__(self, targets: Targets = ()) -> None:
        self._whole: dict[str, tuple[str, ...]] = {}
        self._starting: defaultdict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
        for pattern, paths in targets:
            before, star, after = pattern.partition("*")
            if star:
                self._starting[before].append((after, paths))
            else:
                self._whole.setdefault(pattern, paths)
        self._longest = max(map(len, self._starting), default=-1)

    def targets(self, name: str) -> tuple[str, ...]:
        """The targets of the best pattern: the same name, or else that with the longest text before `*`."""
        if name in self._whole:
            return self._whole[name]
        for length in range(min(len(name), self._longest), -1, -1):
            rest = name[length:]
            for after, paths in self._starting.get(name[:length], ()):
                if rest.endswith(after):
                    middle = rest[: len(rest) - len(after)]
                    return tuple(path.replace("*", middle, 1) for path in paths)
        return ()
