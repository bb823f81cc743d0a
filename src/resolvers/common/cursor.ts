import { createCipheriv, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ZodType } from 'zod';
import type { RequestContext } from '../../context.ts';

/** One list in one order; `place` checks what a cursor of it holds: the sort key of a row. */
export type CursorList<Place> = { name: string; place: ZodType<Place> };

export type CursorSeal<Place> = {
  seal: (place: Place) => string;
  /** Undefined for every text that `seal` did not make for the same list and service. */
  open: (cursor: string) => Place | undefined;
};

const MAC_BYTES = 16;
/**
 * Positions are padded to a multiple of this, so that the length of a cursor does not reveal a number or a name in it.
 */
const PLACE_BYTES = 48;

/**
 * Writes and reads the cursors of a list. A cursor is an authentication code over service, list and place, followed by
 * the place, encrypted; so clients cannot make a cursor, change it, or use it on another list, and a name that a list is
 * sorted on stands in no address or log that a cursor gets into.
 */
export function createCursorSeal<Place>(
  ctx: RequestContext,
  list: CursorList<Place>,
): CursorSeal<Place> {
  const { caller, tokens } = ctx;
  const cipherKey = cipherKeyOf(tokens.cursorSecret);
  const macOf = (place: Buffer): Buffer =>
    createHmac('sha256', tokens.cursorSecret)
      .update(`${JSON.stringify([caller.serviceId, list.name])}\n`)
      .update(place)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    seal: (place) => {
      const bytes = fillUp(Buffer.from(JSON.stringify(place)));
      const mac = macOf(bytes);
      return Buffer.concat([mac, maskBytes(cipherKey, mac, bytes)]).toString('base64url');
    },
    open: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const mac = bytes.subarray(0, MAC_BYTES);
      if (mac.length < MAC_BYTES) return undefined;
      const place = maskBytes(cipherKey, mac, bytes.subarray(MAC_BYTES));
      // Decoding ignores characters outside of base64url, so that many texts decode to the same bytes. Only the issued
      // text is valid.
      const isOurs = timingSafeEqual(mac, macOf(place));
      if (!isOurs || bytes.toString('base64url') !== cursor) return undefined;
      return list.place.parse(JSON.parse(place.toString()));
    },
  };
}

/** With spaces, which JSON passes over. */
function fillUp(bytes: Buffer): Buffer {
  const length = Math.ceil(bytes.length / PLACE_BYTES) * PLACE_BYTES;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

/**
 * Encrypts, and decrypts what is encrypted. The code of a place is the counter's start, as in RFC 5297: no two places
 * are masked alike, and one place always has one cursor.
 */
function maskBytes(key: Buffer, mac: Buffer, bytes: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', key, mac).update(bytes);
}

const cipherKeys = new WeakMap<KeyObject, Buffer>();

/** A key of its own for this use of the secret. */
function cipherKeyOf(secret: KeyObject): Buffer {
  const cached = cipherKeys.get(secret);
  if (cached !== undefined) return cached;
  const key = createHmac('sha256', secret).update('places in cursors').digest();
  cipherKeys.set(secret, key);
  return key;
}
