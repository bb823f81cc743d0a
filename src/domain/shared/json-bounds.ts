/** Maximum nesting of lists and objects in JSON, in a request body or inside a text. */
export const JSON_LEVELS_MAX = 64;

/** Maximum number of members of one object in a JSON text, because sorting them cannot be interrupted. */
export const JSON_MEMBERS_MAX = 5_000;

/** Number of characters scanned in one step, which takes well under a millisecond. */
const STEP_LENGTH = 32 * 1024;

export type JsonExcess = 'levels' | 'members';

/**
 * Scans a text of JSON in steps and returns the first bound that the text exceeds, or undefined. A text that is not
 * JSON is scanned as well; parsing refuses it later.
 */
export function* findJsonExcess(text: string): Generator<void, JsonExcess | undefined> {
  // Members of each open object, or -1 for a list.
  const counts: number[] = [];
  let nextStepIndex = STEP_LENGTH;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = findStringEnd(text, index);
    const excess = trackNesting(counts, code);
    if (excess !== undefined) return excess;
    if (index < nextStepIndex) continue;
    nextStepIndex = index + STEP_LENGTH;
    yield;
  }
  return undefined;
}

/** Follows the nesting past one character, and returns the bound that it exceeds. */
function trackNesting(counts: number[], code: number): JsonExcess | undefined {
  if (code === LIST || code === OBJECT) counts.push(code === OBJECT ? 1 : -1);
  else if (code === LIST_END || code === OBJECT_END) counts.pop();
  else if (code === COMMA && countMember(counts)) return 'members';
  return counts.length > JSON_LEVELS_MAX ? 'levels' : undefined;
}

/** Counts a member of the innermost object. Returns true when the object then exceeds JSON_MEMBERS_MAX. */
function countMember(counts: number[]): boolean {
  const lastIndex = counts.length - 1;
  const count = counts[lastIndex] ?? -1;
  if (count < 0) return false;
  counts[lastIndex] = count + 1;
  return count + 1 > JSON_MEMBERS_MAX;
}

/** Returns the index of the quote that ends the string, or the length of the text. */
function findStringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return text.length;
}

/** Character codes of the punctuation of JSON. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
