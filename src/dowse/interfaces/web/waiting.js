/* Says that something takes a while, once it does. */

const PATIENCE = 500; // ms

/** Writes `text` into `place` after a while, unless the function that is returned is called before. */
export function saysSoon(place, text) {
  const timer = setTimeout(() => {
    place.textContent = text;
  }, PATIENCE);
  return () => clearTimeout(timer);
}
