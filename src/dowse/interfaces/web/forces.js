/* A force-directed layout: circles repel each other and attract along edges. The same graph gives the same layout. */

const ROUNDS = 260;
const GOLDEN = Math.PI * (3 - Math.sqrt(5)); // the angle between seeds of a sunflower: even, and no two alike
const GAP = 10; // between circles, at least
const ROOM = 16; // around a circle, for its name

/**
 * Places `{x, y}` for nodes with a radius `r`; edges are `{source, target, weight}`, numbers of nodes. The whole is
 * about `wide` times as wide as it is high.
 */
export function laidOut(nodes, edges, wide) {
  const spacing = ROOM + 1.3 * (nodes.reduce((sum, node) => sum + node.r, 0) / Math.max(1, nodes.length));
  const places = nodes.map((_, n) => {
    const far = spacing * 0.9 * Math.sqrt(n);
    return { x: wide * far * Math.cos(n * GOLDEN), y: far * Math.sin(n * GOLDEN) };
  });
  const degrees = nodes.map(() => 0);
  for (const { source, target } of edges) {
    degrees[source] += 1;
    degrees[target] += 1;
  }
  const most = Math.max(...edges.map((edge) => edge.weight), Number.MIN_VALUE);
  for (let round = 0; round < ROUNDS; round += 1) {
    const moves = places.map(({ x, y }) => ({ x: (-x * 0.15) / wide, y: -y * 0.15 }));
    push(nodes, places, moves, spacing);
    pull(nodes, places, moves, edges, { spacing, most, degrees });
    step(places, moves, spacing * 0.6 * (1 - round / ROUNDS));
  }
  for (let round = 0; round < 80 && separate(nodes, places); round += 1);
  return places;
}

function push(nodes, places, moves, spacing) {
  for (let a = 0; a < places.length; a += 1) {
    for (let b = 0; b < a; b += 1) {
      const { dx, dy, far } = apart(places[a], places[b]);
      const between = Math.max(far - nodes[a].r - nodes[b].r, spacing * 0.1);
      const force = (spacing * spacing) / (between * far) / 2;
      move(moves, a, b, dx * force, dy * force);
    }
  }
}

// The more edges a node has, the weaker each attracts, or hubs would collapse into a point.
function pull(nodes, places, moves, edges, { spacing, most, degrees }) {
  for (const { source, target, weight } of edges) {
    const { dx, dy, far } = apart(places[source], places[target]);
    const between = Math.max(far - nodes[source].r - nodes[target].r, 0);
    const strength = (0.15 + 0.5 * Math.sqrt(weight / most)) / Math.sqrt(Math.min(degrees[source], degrees[target]));
    const force = (-strength * between * between) / spacing / far / 3;
    move(moves, source, target, dx * force, dy * force);
  }
}

function step(places, moves, most) {
  places.forEach((place, n) => {
    const far = Math.hypot(moves[n].x, moves[n].y) || 1;
    const share = Math.min(far, most) / far;
    place.x += moves[n].x * share;
    place.y += moves[n].y * share;
  });
}

// Separates overlapping circles; false once no circles overlap.
function separate(nodes, places) {
  let any = false;
  for (let a = 0; a < places.length; a += 1) {
    for (let b = 0; b < a; b += 1) {
      const { dx, dy, far } = apart(places[a], places[b]);
      const missing = nodes[a].r + nodes[b].r + GAP - far;
      if (missing <= 0) continue;
      any = true;
      move(places, a, b, (dx / far) * (missing / 2), (dy / far) * (missing / 2));
    }
  }
  return any;
}

function apart(one, other) {
  const dx = one.x - other.x || 0.01;
  const dy = one.y - other.y || 0.01;
  return { dx, dy, far: Math.hypot(dx, dy) };
}

function move(points, a, b, dx, dy) {
  points[a].x += dx;
  points[a].y += dy;
  points[b].x -= dx;
  points[b].y -= dy;
}
