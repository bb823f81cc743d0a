/**
 * Returns canonical JSON of our own, not RFC 8785: members sorted by name, integer-like names first in ascending order,
 * no whitespace. Signatures are computed over it, so that a report may be stored and forwarded in any layout.
 */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(sortMembers(value));
}

function sortMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => sortMembers(item));
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  // Not by assignment, which treats a member named __proto__ differently.
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}

/** Number of values written in one step, which takes well under a millisecond. */
const STEP_VALUES = 500;

/**
 * State of writing. `parts` belong to the current step and are joined to one piece at its end, so that no step joins
 * the whole text.
 */
type WriteState = { pieces: string[]; parts: string[]; valuesLeft: number };

/**
 * Returns the canonical JSON of a parsed value in pieces. Yields after each step, because a report sent by a caller may
 * be large.
 */
export function* toCanonicalJsonInSteps(value: unknown): Generator<void, string[]> {
  const state: WriteState = { pieces: [], parts: [], valuesLeft: STEP_VALUES };
  yield* writeValue(value, state);
  endPiece(state);
  return state.pieces;
}

function endPiece(state: WriteState): void {
  state.pieces.push(state.parts.join(''));
  state.parts = [];
  state.valuesLeft = STEP_VALUES;
}

function* writeValue(value: unknown, state: WriteState): Generator<void> {
  if (typeof value !== 'object' || value === null) state.parts.push(JSON.stringify(value));
  else if (Array.isArray(value)) yield* writeList(value, state);
  else yield* writeObject(value, state);
}

function* writeList(list: readonly unknown[], state: WriteState): Generator<void> {
  let separator = '[';
  for (const item of list) {
    state.parts.push(separator);
    separator = ',';
    if (advanceStep(state)) yield;
    if (isLeaf(item)) state.parts.push(JSON.stringify(item));
    else yield* writeValue(item, state);
  }
  state.parts.push(separator === '[' ? '[]' : ']');
}

function* writeObject(object: object, state: WriteState): Generator<void> {
  const members = new Map<string, unknown>(Object.entries(object));
  let separator = '{';
  for (const name of sortNames(members)) {
    state.parts.push(separator, JSON.stringify(name), ':');
    separator = ',';
    const member = members.get(name);
    if (advanceStep(state)) yield;
    if (isLeaf(member)) state.parts.push(JSON.stringify(member));
    else yield* writeValue(member, state);
  }
  state.parts.push(separator === '{' ? '{}' : '}');
}

function sortNames(members: ReadonlyMap<string, unknown>): string[] {
  const names = [...members.keys()];
  if (names.length < 2) return names;
  names.sort((left, right) => (left < right ? -1 : 1));
  // Objects list integer-like names before all others, and so does the result of `sortMembers`.
  return Object.keys(Object.fromEntries(names.map((name) => [name, null])));
}

/** Counts a value. At the end of a step, ends the piece and returns true. */
function advanceStep(state: WriteState): boolean {
  state.valuesLeft -= 1;
  if (state.valuesLeft >= 0) return false;
  endPiece(state);
  return true;
}

/** True for values without members; creating a generator for each would take longer than writing it. */
function isLeaf(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) && value.length === 0;
}
