import { AppError } from '../errors.ts';
import { type TimeSlices, timeSlices } from '../scheduling/time-slices.ts';
import { ChunkedBody } from './backpressure/chunked-body.ts';

export type JsonRules = {
  /** Maximum size of the JSON in UTF-8. */
  bytesMax: number;
  /** Service whose time slices are used. */
  serviceId: number;
  /** Returns true when the client has disconnected; writing then stops, and the result is incomplete. */
  isDisconnected?: () => boolean;
  /** Awaited once when the JSON exceeds 1 MiB, for example to acquire a permit; its error is rethrown. */
  beforeLarge?: (() => Promise<void>) | undefined;
  /** Time slices; those of the process by default. */
  slices?: TimeSlices;
};

/** Serializes a value with `JSON.stringify`. Throws AppError `limit_exceeded` above `bytesMax`. */
export function writeJson(value: unknown, { bytesMax }: Pick<JsonRules, 'bytesMax'>): string {
  const text = JSON.stringify(value);
  // A UTF-16 code unit has at most three bytes in UTF-8, so that most texts need no counting.
  if (text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax)
    throw toTooLargeError(bytesMax);
  return text;
}

/** Serializes a value in parts and time slices. Throws AppError `limit_exceeded` above `bytesMax`. */
export async function writeLongJson(value: unknown, rules: JsonRules): Promise<ChunkedBody> {
  const { bytesMax, serviceId, isDisconnected, slices = timeSlices } = rules;
  let { beforeLarge } = rules;
  const body = new ChunkedBody(serviceId);
  let text = '';
  const flush = (): void => {
    body.append(text);
    if (body.byteLength > bytesMax) throw toTooLargeError(bytesMax);
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
    if (slices.isOver()) await slices.wait(serviceId);
    if (isDisconnected?.() === true) return body;
  }
  flush();
  return body;
}

/** True when a list within the first levels has more than 200 elements, so that the value is written in parts. */
export function hasLongList(value: unknown, levels = 4): boolean {
  if (!isContainer(value)) return false;
  if (Array.isArray(value) && value.length > LIST_LENGTH_MAX) return true;
  return levels > 0 && Object.values(value).some((member) => hasLongList(member, levels - 1));
}

/** JSON.stringify writes that many records in about a tenth of a time slice. */
const LIST_LENGTH_MAX = 200;

/** Length of text that is encoded at a time; then the time slice and the limits are checked. */
const FLUSH_LENGTH = 16 * 1024;
/** Size from which a response is large. */
const LARGE_BYTES = 1024 * 1024;

function toTooLargeError(bytesMax: number): AppError {
  return new AppError('limit_exceeded', `The response exceeds the limit of ${bytesMax} bytes.`);
}

/** Yields the JSON of a value: in one part when it is small, otherwise in parts. */
function* writeParts(value: unknown): Generator<string, void> {
  if (!isContainer(value) || subtractWeight(value, PART_WEIGHT) > 0) {
    yield JSON.stringify(value);
    return;
  }
  yield* Array.isArray(value) ? writeListParts(value) : writeObjectParts(value);
}

/**
 * Yields the elements of a list in groups: writing each element separately takes nearly twice as long. As in
 * JSON.stringify, a value without JSON (undefined, function, symbol) is null in a list and omitted in an object.
 */
function* writeListParts(values: readonly unknown[]): Generator<string, void> {
  let separator = '[';
  for (let from = 0; from < values.length; ) {
    yield separator;
    separator = ',';
    const to = findGroupEnd(values, from);
    if (to > from) yield JSON.stringify(values.slice(from, to)).slice(1, -1);
    else yield* writeParts(hasJson(values[from]) ? values[from] : null);
    from = Math.max(to, from + 1);
  }
  yield separator === '[' ? '[]' : ']';
}

/** Returns the end index of the elements from `from` that fit into one part. */
function findGroupEnd(values: readonly unknown[], from: number): number {
  let weight = PART_WEIGHT;
  for (let index = from; index < values.length; index += 1) {
    weight = subtractWeight(values[index], weight);
    if (weight <= 0) return index;
  }
  return values.length;
}

function* writeObjectParts(value: object): Generator<string, void> {
  let separator = '{';
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (!hasJson(member)) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* writeParts(member);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** Maximum weight of a part: its characters, and a few more for each value. */
const PART_WEIGHT = 8 * 1024;
const VALUE_WEIGHT = 8;

/** Subtracts the weight of a value. The result is 0 or less when the value does not fit. */
function subtractWeight(value: unknown, weight: number): number {
  if (typeof value === 'string') return weight - value.length;
  let remaining = weight - VALUE_WEIGHT;
  if (!isContainer(value)) return remaining;
  for (const key in value) {
    if (remaining <= 0) return remaining;
    remaining = subtractWeight(Reflect.get(value, key), remaining - key.length);
  }
  return remaining;
}

/** True for an object or a list without `toJSON`. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'toJSON') !== 'function';
}

function hasJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
