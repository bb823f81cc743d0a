import { isUtf8 } from 'node:buffer';
import { JSON_LEVELS_MAX } from '../domain/shared/json-bounds.ts';
import { AppError } from '../errors.ts';

/**
 * Looks at the bytes of a JSON body before anything is made of them. Throws AppError `invalid_input` where they are no
 * UTF-8, `limit_exceeded` where they go deeper than any body that could be right.
 */
export function checkJsonBody<T extends Uint8Array>(body: T): T {
  if (!isUtf8(body)) throw new AppError('invalid_input', 'The request body is not valid UTF-8.');
  if (isDeep(body)) {
    const message = `The body has too many levels of lists and objects: at most ${JSON_LEVELS_MAX}.`;
    throw new AppError('limit_exceeded', message);
  }
  return body;
}

/** Stops at the first level too many. In UTF-8 the bytes of these signs are nothing else; within a text they do not count. */
function isDeep(body: Uint8Array): boolean {
  let level = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === LIST || byte === OBJECT) level += 1;
    else if (byte === LIST_END || byte === OBJECT_END) level -= 1;
    if (level > JSON_LEVELS_MAX) return true;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
