/* The visible part of a map: scale and position. Wheel, touch, mouse and methods change it. */

const NEAREST = 8;
const FARTHEST = 0.1;
const STEP = 1.3; // of the zoom buttons and keys
const LARGEST = 2.2; // scale of a whole map: a few circles need not fill the page
const MARGIN = 44; // pixels around a whole map, room for half a name
const CLICK = 4; // pixels of movement that still count as a click

/** A view of `drawing`; calls `changed()` after each move, before the next frame. */
export function viewOf(drawing, changed) {
  const view = { x: 0, y: 0, scale: 1 };
  let waiting = false;
  const moved = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      changed(view);
    });
  };
  const zoomAt = (factor, x, y) => {
    const scale = Math.min(NEAREST, Math.max(FARTHEST, view.scale * factor));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    moved();
  };
  const size = () => drawing.getBoundingClientRect();
  const pan = (dx, dy) => {
    view.x += dx;
    view.y += dy;
    moved();
  };
  const zoom = (direction) => zoomAt(STEP ** direction, size().width / 2, size().height / 2);
  drawing.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const box = size();
      zoomAt(1.0015 ** -event.deltaY, event.clientX - box.left, event.clientY - box.top);
    },
    { passive: false },
  );
  listenToPointers(drawing, size, pan, zoomAt);
  return { now: view, zoom, pan, fit: (bounds) => fit(view, size(), bounds, moved), centre: (x, y) => centre(view, size(), { x, y }, moved), reveal: (x, y) => reveal(view, size(), x, y, pan) };
}

function fit(view, box, { left, top, right, bottom }, moved) {
  const scale = Math.min((box.width - 2 * MARGIN) / (right - left), (box.height - 2 * MARGIN) / (bottom - top), LARGEST);
  view.scale = Math.max(FARTHEST, scale);
  view.x = box.width / 2 - (view.scale * (left + right)) / 2;
  view.y = box.height / 2 - (view.scale * (top + bottom)) / 2;
  moved();
}

function centre(view, box, { x, y }, moved) {
  view.scale = Math.max(view.scale, 1);
  view.x = box.width / 2 - view.scale * x;
  view.y = box.height / 2 - view.scale * y;
  moved();
}

function reveal(view, box, x, y, pan) {
  const at = { x: view.x + x * view.scale, y: view.y + y * view.scale };
  const missing = (value, most) => (value < 40 ? 40 - value : value > most - 40 ? most - 40 - value : 0);
  const dx = missing(at.x, box.width);
  const dy = missing(at.y, box.height);
  if (dx || dy) pan(dx, dy);
}

// One pointer pans, two pointers zoom; hardly any movement is a click.
function listenToPointers(drawing, size, pan, zoomAt) {
  const down = new Map();
  let travelled = 0;
  drawing.addEventListener("pointerdown", (event) => {
    if (!down.size) travelled = 0;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  drawing.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled > CLICK) {
      drawing.setPointerCapture(event.pointerId);
      drawing.classList.add("held");
    }
    const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    if (!other) return pan(now.x - before.x, now.y - before.y);
    const box = size();
    const spread = (one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    zoomAt(spread(now) / spread(before), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
  });
  const up = (event) => {
    down.delete(event.pointerId);
    if (!down.size) drawing.classList.remove("held");
  };
  drawing.addEventListener("pointerup", up);
  drawing.addEventListener("pointercancel", up);
  // Pointer capture keeps a click after a drag from the circle; not every browser does that.
  const stop = (event) => travelled > CLICK && event.detail > 0 && event.stopPropagation();
  drawing.addEventListener("click", stop, { capture: true });
}
