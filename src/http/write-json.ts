import { AppError } from '../errors.ts';
import { type TimeSlices, timeSlices } from '../scheduling/time-slices.ts';
import { ChunkedBody } from './backpressure/chunked-body.ts';

export type JsonRules = {
  /** Maximum size of the JSON in UTF-8. */
  bytesMax: number;
  /** Service that the time slices belong to. */
  serviceId: number;
  /** Returns true when the client has disconnected, so that the JSON need not be complete. */
  hasGone?: () => boolean;
  /** Awaited once when the JSON turns out to be large; its error is rethrown. */
  beforeLarge?: (() => Promise<void>) | undefined;
  /** Time slices; those of the process by default. */
  slices?: TimeSlices;
};

/** Writes JSON as `JSON.stringify` does. Throws AppError `limit_exceeded` above the limit. */
export function writeJson(value: unknown, { bytesMax }: Pick<JsonRules, 'bytesMax'>): string {
  const text = JSON.stringify(value);
  // A character has three bytes at most.
  if (text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax) throw tooLarge(bytesMax);
  return text;
}

/** Writes JSON that may be long in parts and time slices. */
export async function writeLongJson(value: unknown, rules: JsonRules): Promise<ChunkedBody> {
  const { bytesMax, serviceId, hasGone, slices: timeSlicesOfWriter = timeSlices } = rules;
  let { beforeLarge } = rules;
  const body = new ChunkedBody(serviceId);
  let text = '';
  const flush = (): void => {
    body.append(text);
    if (body.byteLength > bytesMax) throw tooLarge(bytesMax);
    text = '';
  };
  for (const part of writeParts(value)) {
    text += part;
    if (text.length < FLUSH_LENGTH) continue;
    flush();
    if (beforeLarge !== undefined && body.byteLength > LARGE_BYTES) {
      await beforeLarge();
      beforeLarge = undefined;
    }
    if (timeSlicesOfWriter.isOver()) await timeSlicesOfWriter.wait(serviceId);
    if (hasGone?.() === true) return body;
  }
  flush();
  return body;
}

/** True when a list near the root is so long that the value is written in parts. */
export function hasLongList(value: unknown, levels = 4): boolean {
  if (!isTree(value)) return false;
  if (Array.isArray(value) && value.length > LIST_LENGTH_MAX) return true;
  return levels > 0 && Object.values(value).some((member) => hasLongList(member, levels - 1));
}

const LIST_LENGTH_MAX = 200;
const FLUSH_LENGTH = 16 * 1024;
/** Size from which a response is large. */
const LARGE_BYTES = 1024 * 1024;

function tooLarge(bytesMax: number): AppError {
  return new AppError('limit_exceeded', `The response exceeds the limit of ${bytesMax} bytes.`);
}

/** Yields the JSON of a value in parts where a member is long. */
function* writeParts(value: unknown): Generator<string, void> {
  if (!isTree(value) || remainingWeight(value, PART_WEIGHT) > 0) {
    yield JSON.stringify(value);
    return;
  }
  yield* Array.isArray(value) ? writeListParts(value) : writeObjectParts(value);
}

/**
 * Yields the elements of a list in groups: writing each one separately takes nearly twice as long. As in
 * JSON.stringify, values without JSON are null in a list and omitted in an object.
 */
function* writeListParts(values: readonly unknown[]): Generator<string, void> {
  let before = '[';
  for (let from = 0; from < values.length; ) {
    yield before;
    before = ',';
    const to = findGroupEnd(values, from);
    if (to > from) yield JSON.stringify(values.slice(from, to)).slice(1, -1);
    else yield* writeParts(isJson(values[from]) ? values[from] : null);
    from = Math.max(to, from + 1);
  }
  yield before === '[' ? '[]' : ']';
}

/** Returns the end of the elements from `from` that can be written together. */
function findGroupEnd(values: readonly unknown[], from: number): number {
  let weight = PART_WEIGHT;
  for (let index = from; index < values.length; index += 1) {
    weight = remainingWeight(values[index], weight);
    if (weight <= 0) return index;
  }
  return values.length;
}

function* writeObjectParts(value: object): Generator<string, void> {
  let before = '{';
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (!isJson(member)) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* writeParts(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Size of a part in characters, including a few for each value. */
const PART_WEIGHT = 8 * 1024;
const VALUE_WEIGHT = 8;

/** Returns the remaining size after a value, which is negative when the value is too large. */
function remainingWeight(value: unknown, weight: number): number {
  if (typeof value === 'string') return weight - value.length;
  let remaining = weight - VALUE_WEIGHT;
  if (!isTree(value)) return remaining;
  for (const key in value) {
    if (remaining <= 0) return remaining;
    remaining = remainingWeight(Reflect.get(value, key), remaining - key.length);
  }
  return remaining;
}

/** True for an object or a list without `toJSON`. */
function isTree(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'toJSON') !== 'function';
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
