import { createCipheriv, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ZodType } from 'zod';
import type { RequestContext } from '../../context.ts';

/**
 * List with a fixed sort order. The MAC covers `name`, so that a cursor is valid for this list only. `positionSchema`
 * parses the position: the sort key of the item at the cursor.
 */
export type CursorList<Position> = { name: string; positionSchema: ZodType<Position> };

export type CursorCodec<Position> = {
  encode: (position: Position) => string;
  /** Returns the sort key of a cursor; undefined when `encode` did not create it for the same list and service. */
  decode: (cursor: string) => Position | undefined;
};

/** Length of the MAC, which is also the initialization vector of AES. */
const MAC_BYTES = 16;
/**
 * Sort keys are padded to a multiple of this, so that the length of a cursor does not reveal a number or a name in it.
 */
const PADDED_BYTES = 48;

/**
 * Creates functions that encode and decode the cursors of a list. A cursor is a message authentication code (MAC) over
 * service, list and sort key, followed by the encrypted sort key. Clients can neither create nor change a cursor nor
 * use it on another list, and a name used as sort key does not appear in URLs or logs.
 */
export function createCursorCodec<Position>(
  ctx: RequestContext,
  list: CursorList<Position>,
): CursorCodec<Position> {
  const { caller, tokens } = ctx;
  const cipherKey = getCipherKey(tokens.cursorSecret);
  const computeMac = (position: Buffer): Buffer =>
    createHmac('sha256', tokens.cursorSecret)
      .update(`${JSON.stringify([caller.serviceId, list.name])}\n`)
      .update(position)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    encode: (position) => {
      const bytes = padWithSpaces(Buffer.from(JSON.stringify(position)));
      const mac = computeMac(bytes);
      return Buffer.concat([mac, applyKeystream(cipherKey, mac, bytes)]).toString('base64url');
    },
    decode: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const mac = bytes.subarray(0, MAC_BYTES);
      if (mac.length < MAC_BYTES) return undefined;
      const position = applyKeystream(cipherKey, mac, bytes.subarray(MAC_BYTES));
      // Decoding ignores characters outside of base64url, so that many texts decode to the same bytes. Only the issued
      // text is valid.
      const isIssued = timingSafeEqual(mac, computeMac(position));
      if (!isIssued || bytes.toString('base64url') !== cursor) return undefined;
      return list.positionSchema.parse(JSON.parse(position.toString()));
    },
  };
}

/** Pads with spaces, which JSON ignores. */
function padWithSpaces(bytes: Buffer): Buffer {
  const length = Math.ceil(bytes.length / PADDED_BYTES) * PADDED_BYTES;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

/**
 * Encrypts or decrypts a sort key. The MAC is the initial counter (SIV, as in RFC 5297): different sort keys never
 * share a keystream, and a sort key always has the same cursor.
 */
function applyKeystream(key: Buffer, mac: Buffer, bytes: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', key, mac).update(bytes);
}

const cipherKeys = new WeakMap<KeyObject, Buffer>();

/** Derives the cipher key from the cursor secret, separate from other uses of the secret. */
function getCipherKey(secret: KeyObject): Buffer {
  const cached = cipherKeys.get(secret);
  if (cached !== undefined) return cached;
  // Issued cursors depend on this text.
  const key = createHmac('sha256', secret).update('places in cursors').digest();
  cipherKeys.set(secret, key);
  return key;
}
