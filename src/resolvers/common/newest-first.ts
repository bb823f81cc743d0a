import { z } from 'zod';
import type { RequestContext } from '../../context.ts';
import {
  type Connection,
  type PositionedRow,
  toConnection,
  type Window,
} from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import { createCursorCodec } from './cursor.ts';
import { boundPages, type PageBounds, type PageInput, toWindow } from './paging.ts';

/** Page sizes of receipts, audit events and files. */
export const RECORD_PAGES: PageBounds = boundPages(20, 100);

/** Number up to which records are counted. */
export const RECORD_COUNT_MAX = 10_000;

const positionSchema = z.tuple([z.string(), z.number()]);

/** Returns a page of a list of records, newest first. `name` distinguishes its cursors from those of other lists. */
export async function listNewest<Node>(
  ctx: RequestContext,
  { name, input }: { name: string; input: PageInput },
  read: (window: Window<TimePosition>) => Promise<PositionedRow<Node, TimePosition>[]>,
): Promise<Connection<Node>> {
  const codec = createCursorCodec<TimePosition>(ctx, { name, positionSchema });
  const window = toWindow(input, RECORD_PAGES, () => codec);
  return toConnection(await read(window), window, codec.encode);
}
