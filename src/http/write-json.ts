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
  /** Is waited for once when it turns out to be large; what it throws is thrown. */
  beforeLarge?: (() => Promise<void>) | undefined;
  /** Left out: those of the process. */
  slices?: TimeSlices;
};

/** Writes JSON as `JSON.stringify` does. Throws AppError `limit_exceeded` above the limit. */
export function writeJson(value: unknown, { bytesMax }: Pick<JsonRules, 'bytesMax'>): string {
  const text = JSON.stringify(value);
  // A character has three bytes at most.
  if (text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax) throw tooLarge(bytesMax);
  return text;
}

/** The same for what may be long: in parts, between which others are answered. */
export async function writeLongJson(value: unknown, rules: JsonRules): Promise<ChunkedBody> {
  const { bytesMax, serviceId, hasGone, slices: turns = timeSlices } = rules;
  let { beforeLarge } = rules;
  const body = new ChunkedBody(serviceId);
  let text = '';
  const flush = (): void => {
    body.append(text);
    if (body.byteLength > bytesMax) throw tooLarge(bytesMax);
    text = '';
  };
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < FLUSH_LENGTH) continue;
    flush();
    if (beforeLarge !== undefined && body.byteLength > LARGE_BYTES) {
      await beforeLarge();
      beforeLarge = undefined;
    }
    if (turns.isOver()) await turns.wait(serviceId);
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
/** From here on an answer is large. */
const LARGE_BYTES = 1024 * 1024;

function tooLarge(bytesMax: number): AppError {
  return new AppError('limit_exceeded', `The response exceeds the limit of ${bytesMax} bytes.`);
}

/** The JSON of a value, cut where something of it is long. */
function* partsOf(value: unknown): Generator<string, void> {
  if (!isTree(value) || spare(value, PART_WEIGHT) > 0) {
    yield JSON.stringify(value);
    return;
  }
  yield* Array.isArray(value) ? partsOfList(value) : partsOfObject(value);
}

/**
 * Yields the elements of a list in groups: writing each one separately takes nearly twice as long. As in
 * JSON.stringify, values without JSON are null in a list and omitted in an object.
 */
function* partsOfList(values: readonly unknown[]): Generator<string, void> {
  let before = '[';
  for (let from = 0; from < values.length; ) {
    yield before;
    before = ',';
    const to = endOfLight(values, from);
    if (to > from) yield JSON.stringify(values.slice(from, to)).slice(1, -1);
    else yield* partsOf(isJson(values[from]) ? values[from] : null);
    from = Math.max(to, from + 1);
  }
  yield before === '[' ? '[]' : ']';
}

/** Returns the end of the elements from `from` that can be written together. */
function endOfLight(values: readonly unknown[], from: number): number {
  let left = PART_WEIGHT;
  for (let at = from; at < values.length; at += 1) {
    left = spare(values[at], left);
    if (left <= 0) return at;
  }
  return values.length;
}

function* partsOfObject(value: object): Generator<string, void> {
  let before = '{';
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (!isJson(member)) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* partsOf(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Size of a part in characters, including a few for each value. */
const PART_WEIGHT = 8 * 1024;
const VALUE_WEIGHT = 8;

/** Returns the remaining size after a value, which is negative when the value is too large. */
function spare(value: unknown, weight: number): number {
  if (typeof value === 'string') return weight - value.length;
  let left = weight - VALUE_WEIGHT;
  if (!isTree(value)) return left;
  for (const key in value) {
    if (left <= 0) return left;
    left = spare(Reflect.get(value, key), left - key.length);
  }
  return left;
}

/** True for an object or a list without `toJSON`. */
function isTree(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'toJSON') !== 'function';
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
