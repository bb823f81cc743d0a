import { createCipheriv, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ZodType } from 'zod';
import type { RequestContext } from '../../context.ts';

/** List in one order. `place` is the schema of the sort key in its cursors. */
export type CursorList<Place> = { name: string; place: ZodType<Place> };

export type CursorSeal<Place> = {
  seal: (place: Place) => string;
  /** Returns the sort key of a cursor; undefined when `seal` did not create the text for the same list and service. */
  open: (cursor: string) => Place | undefined;
};

const MAC_BYTES = 16;
/**
 * Positions are padded to a multiple of this, so that the length of a cursor does not reveal a number or a name in it.
 */
const PLACE_BYTES = 48;

/**
 * Creates functions that write and read the cursors of a list. A cursor is an authentication code over service, list
 * and sort key, followed by the encrypted sort key. Clients can neither create nor change a cursor nor use it on
 * another list, and a name used as sort key does not appear in addresses or logs.
 */
export function createCursorSeal<Place>(
  ctx: RequestContext,
  list: CursorList<Place>,
): CursorSeal<Place> {
  const { caller, tokens } = ctx;
  const cipherKey = getCipherKey(tokens.cursorSecret);
  const macOf = (place: Buffer): Buffer =>
    createHmac('sha256', tokens.cursorSecret)
      .update(`${JSON.stringify([caller.serviceId, list.name])}\n`)
      .update(place)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    seal: (place) => {
      const bytes = padWithSpaces(Buffer.from(JSON.stringify(place)));
      const mac = macOf(bytes);
      return Buffer.concat([mac, applyKeystream(cipherKey, mac, bytes)]).toString('base64url');
    },
    open: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const mac = bytes.subarray(0, MAC_BYTES);
      if (mac.length < MAC_BYTES) return undefined;
      const place = applyKeystream(cipherKey, mac, bytes.subarray(MAC_BYTES));
      // Decoding ignores characters outside of base64url, so that many texts decode to the same bytes. Only the issued
      // text is valid.
      const isOurs = timingSafeEqual(mac, macOf(place));
      if (!isOurs || bytes.toString('base64url') !== cursor) return undefined;
      return list.place.parse(JSON.parse(place.toString()));
    },
  };
}

/** Pads with spaces, which JSON ignores. */
function padWithSpaces(bytes: Buffer): Buffer {
  const length = Math.ceil(bytes.length / PLACE_BYTES) * PLACE_BYTES;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

/**
 * Encrypts or decrypts a sort key. The authentication code is the initial counter, as in RFC 5297: different sort keys
 * never share a keystream, and a sort key always has the same cursor.
 */
function applyKeystream(key: Buffer, mac: Buffer, bytes: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', key, mac).update(bytes);
}

const cipherKeys = new WeakMap<KeyObject, Buffer>();

/** Derives the cipher key from the cursor secret, separate from other uses of the secret. */
function getCipherKey(secret: KeyObject): Buffer {
  const cached = cipherKeys.get(secret);
  if (cached !== undefined) return cached;
  const key = createHmac('sha256', secret).update('places in cursors').digest();
  cipherKeys.set(secret, key);
  return key;
}
