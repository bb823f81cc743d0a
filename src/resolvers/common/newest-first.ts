import { z } from 'zod';
import type { RequestContext } from '../../context.ts';
import {
  type Connection,
  type PositionedRow,
  toConnection,
  type Window,
} from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import { createCursorSeal } from './cursor.ts';
import { boundPages, type PageBounds, type PageInput, toWindow } from './paging.ts';

/** Page sizes of receipts, audit events and files. */
export const RECORD_PAGES: PageBounds = boundPages(20, 100);

/** Number up to which records are counted. */
export const RECORD_COUNT_MAX = 10_000;

const placeSchema = z.tuple([z.string(), z.number()]);

/** Returns a page of a list of records, newest first. `name` distinguishes its cursors from those of other lists. */
export async function listNewest<Node>(
  ctx: RequestContext,
  { name, input }: { name: string; input: PageInput },
  read: (window: Window<TimePosition>) => Promise<PositionedRow<Node, TimePosition>[]>,
): Promise<Connection<Node>> {
  const seal = createCursorSeal<TimePosition>(ctx, { name, place: placeSchema });
  const window = toWindow(input, RECORD_PAGES, () => seal);
  return toConnection(await read(window), window, seal.seal);
}
