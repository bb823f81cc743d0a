import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ZodType } from 'zod';
import type { Ctx } from '../../context.ts';

/** One list in one order; `place` checks what a cursor of it holds: the sort key of a row. */
export type CursorList<Place> = { name: string; place: ZodType<Place> };

export type CursorSeal<Place> = {
  seal: (place: Place) => string;
  /** Undefined for every text that `seal` did not make for the same list and service. */
  open: (cursor: string) => Place | undefined;
};

const MAC_BYTES = 16;

/**
 * Writes and reads the cursors of a list. A cursor is an authentication code over service, list and place, followed by
 * the place; so clients cannot make a cursor, change it, or use it on another list.
 */
export function createCursorSeal<Place>(ctx: Ctx, list: CursorList<Place>): CursorSeal<Place> {
  const { caller, tokens } = ctx;
  const macOf = (place: Buffer): Buffer =>
    createHmac('sha256', tokens.cursorSecret)
      .update(`${JSON.stringify([caller.serviceId, list.name])}\n`)
      .update(place)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    seal: (place) => {
      const bytes = Buffer.from(JSON.stringify(place));
      return Buffer.concat([macOf(bytes), bytes]).toString('base64url');
    },
    open: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const mac = bytes.subarray(0, MAC_BYTES);
      const place = bytes.subarray(MAC_BYTES);
      // Decoding ignores signs that are not base64url, so many texts decode alike; only the one that was given out counts.
      const isOurs = mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(place));
      if (!isOurs || bytes.toString('base64url') !== cursor) return undefined;
      return list.place.parse(JSON.parse(place.toString()));
    },
  };
}
