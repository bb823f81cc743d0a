/**
 * One text for a JSON value whatever the order of its members: members by their names, no blanks. It is what is signed,
 * so that a report may be stored and sent on in any layout and still be known for the same.
 */
export function stableJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => sorted(one));
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  // Not by assignment, which treats a member named __proto__ differently.
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** Number of values between two steps. */
const STEP_VALUES = 500;

/** `parts` are joined to a piece at each step, so that no step joins all of them. */
type Writing = { pieces: string[]; parts: string[]; valuesLeft: number };

/**
 * The same text of a value that JSON.parse returned, in pieces and written in steps: a caller's report is long, and need not be
 * one of ours.
 */
export function* stableJsonSteps(value: unknown): Generator<void, string[]> {
  const writing: Writing = { pieces: [], parts: [], valuesLeft: STEP_VALUES };
  yield* write(value, writing);
  endPiece(writing);
  return writing.pieces;
}

function endPiece(writing: Writing): void {
  writing.pieces.push(writing.parts.join(''));
  writing.parts = [];
  writing.valuesLeft = STEP_VALUES;
}

function* write(value: unknown, writing: Writing): Generator<void> {
  if (typeof value !== 'object' || value === null) writing.parts.push(JSON.stringify(value));
  else if (Array.isArray(value)) yield* writeList(value, writing);
  else yield* writeObject(value, writing);
}

function* writeList(list: readonly unknown[], writing: Writing): Generator<void> {
  let before = '[';
  for (const item of list) {
    writing.parts.push(before);
    before = ',';
    if (isStepOver(writing)) yield;
    if (isLeaf(item)) writing.parts.push(JSON.stringify(item));
    else yield* write(item, writing);
  }
  writing.parts.push(before === '[' ? '[]' : ']');
}

function* writeObject(object: object, writing: Writing): Generator<void> {
  const members = new Map<string, unknown>(Object.entries(object));
  let before = '{';
  for (const name of namesInOrder(members)) {
    writing.parts.push(before, JSON.stringify(name), ':');
    before = ',';
    const member = members.get(name);
    if (isStepOver(writing)) yield;
    if (isLeaf(member)) writing.parts.push(JSON.stringify(member));
    else yield* write(member, writing);
  }
  writing.parts.push(before === '{' ? '{}' : '}');
}

function namesInOrder(members: ReadonlyMap<string, unknown>): string[] {
  const names = [...members.keys()];
  if (names.length < 2) return names;
  names.sort((left, right) => (left < right ? -1 : 1));
  // JavaScript has names that are whole numbers before all others, and so has what `sorted` makes.
  return Object.keys(Object.fromEntries(names.map((name) => [name, null])));
}

function isStepOver(writing: Writing): boolean {
  writing.valuesLeft -= 1;
  if (writing.valuesLeft >= 0) return false;
  endPiece(writing);
  return true;
}

/** A generator for each value that holds no others would take longer than to write it. */
function isLeaf(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) && value.length === 0;
}
