/* Copies a text to the clipboard. */

/** Copies the text of a field, or selects the field if the browser forbids that; true if copied. */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}
