/* A mix: the table of a profile with the changed values. Pure: nothing here touches the page. */

/** The key of a knob in the address. */
export function keyOf({ part, name, field }) {
  return [part, name, field].filter(Boolean).join(".");
}

/** The table with these values, by the keys of their knobs; a copy. */
export function mixOf(table, knobs, values) {
  const mix = structuredClone(table);
  for (const knob of knobs) {
    const value = values[keyOf(knob)];
    if (value === undefined || value === knob.value) continue;
    if (knob.switch) mix.stages = withStage(mix.stages, knob);
    else turn(mix, knob, value);
  }
  return mix;
}

/** The values in the fragment of the address. */
export function valuesIn(hash, knobs) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const values = {};
  for (const knob of knobs) {
    const text = given.get(keyOf(knob));
    if (text === null) continue;
    const value = knob.switch ? text === "on" : Number(text);
    if (knob.switch || (Number.isFinite(value) && value >= knob.least && value <= knob.most)) values[keyOf(knob)] = value;
  }
  return values;
}

/** The fragment of the address for these values, without those of the profile. */
export function hashOf(values, knobs) {
  const given = new URLSearchParams();
  for (const knob of knobs) {
    const value = values[keyOf(knob)];
    if (value !== undefined && value !== knob.value) given.set(keyOf(knob), knob.switch ? "on" : String(value));
  }
  const hash = given.toString();
  return hash ? `#${hash}` : "";
}

function turn(mix, { part, name, field }, value) {
  const path = field.split(".");
  const last = path.pop();
  let settings = settingsOf(mix, part, name);
  for (const key of path) settings = settings[key] ??= {};
  settings[last] = value;
}

// A component is a name or a table of one key; as a table it can take parameters.
function settingsOf(mix, part, name) {
  const open = (each) => (each === name ? { [name]: {} } : each);
  if (part === "fusion") return (mix.fusion = open(mix.fusion))[name];
  const at = mix[part].findIndex((each) => nameOf(each) === name);
  mix[part][at] = open(mix[part][at]);
  return mix[part][at][name];
}

function withStage(stages, { stage, before }) {
  const at = stages.findIndex((each) => before.includes(nameOf(each)));
  return at < 0 ? [...stages, stage] : [...stages.slice(0, at), stage, ...stages.slice(at)];
}

function nameOf(part) {
  return typeof part === "string" ? part : Object.keys(part)[0];
}
