import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';

/** How many lists and objects of a JSON body may stand in each other. */
const JSON_LEVELS_MAX = 64;

/**
 * Looks at the bytes of a JSON body before anything is made of them. Throws AppError `invalid_input` where they are no
 * UTF-8, `limit_exceeded` where they go deeper than any body that could be right.
 */
export function checkJsonBody<T extends Uint8Array>(body: T): T {
  if (!isUtf8(body)) throw new AppError('invalid_input', 'The body is not UTF-8.');
  if (isDeep(body)) {
    const message = `The body has too many levels of lists and objects: at most ${JSON_LEVELS_MAX}.`;
    throw new AppError('limit_exceeded', message);
  }
  return body;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STEPS = new Map<number | undefined, number>([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** Stops at the first level too many. In UTF-8 the bytes of these signs are nothing else; within a text they do not count. */
function isDeep(body: Uint8Array): boolean {
  let level = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else level += STEPS.get(byte) ?? 0;
    if (level > JSON_LEVELS_MAX) return true;
  }
  return false;
}
