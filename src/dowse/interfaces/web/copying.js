/* Puts a text where it can be pasted from. */

/** Copies the text of a field; where the browser forbids it the field is selected. Whether it was copied. */
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
