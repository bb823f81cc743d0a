import { isUtf8 } from 'node:buffer';
import { JSON_LEVELS_MAX } from '../domain/shared/json-bounds.ts';
import { AppError } from '../errors.ts';

/**
 * Checks the bytes of a JSON body before it is parsed, and returns them. Throws AppError `invalid_input` for invalid
 * UTF-8, and `limit_exceeded` for deeper nesting than any valid body has.
 */
export function checkJsonBody<T extends Uint8Array>(body: T): T {
  if (!isUtf8(body)) throw new AppError('invalid_input', 'The request body is not valid UTF-8.');
  if (isTooDeep(body)) {
    const message = `The body has too many levels of lists and objects: at most ${JSON_LEVELS_MAX}.`;
    throw new AppError('limit_exceeded', message);
  }
  return body;
}

/**
 * True when the nesting exceeds the limit. Brackets within strings do not count. Bytes can be compared, because in
 * UTF-8 no byte of a longer character equals an ASCII character.
 */
function isTooDeep(body: Uint8Array): boolean {
  let level = 0;
  let isInString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === QUOTE) isInString = !isInString;
    // A backslash escapes the next character, which is skipped.
    else if (isInString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === LEFT_BRACKET || byte === LEFT_BRACE) level += 1;
    else if (byte === RIGHT_BRACKET || byte === RIGHT_BRACE) level -= 1;
    if (level > JSON_LEVELS_MAX) return true;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;
