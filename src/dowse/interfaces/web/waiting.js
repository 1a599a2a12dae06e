/* A message for slow requests. */

const PATIENCE = 500; // ms

/** Writes `text` into `place` after a while, unless the returned function is called first. */
export function saysSoon(place, text) {
  const timer = setTimeout(() => {
    place.textContent = text;
  }, PATIENCE);
  return () => clearTimeout(timer);
}
