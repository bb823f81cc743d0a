import type { NameIndex } from '../../domain/screening/search/name-index.ts';
import { NameIndexBuilder } from '../../domain/screening/search/name-index-builder.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import type { Db } from '../client.ts';
import {
  FIRST_POSITION,
  findListVersion,
  type ListVersion,
  type NamesPosition,
  readNamesPage,
} from '../queries/list-search/indexed-names.ts';

/** Number of entries in one read, which takes about a millisecond. */
const PAGE_SIZE = 200;

/**
 * Builds the name index of a list in pages and time slices. Returns 'too large' when it exceeds `bytesMax`, and
 * undefined when the list was changed meanwhile or `signal` was aborted.
 */
export async function buildNameIndex(
  db: Db,
  list: ListVersion,
  bounds: Bounds,
): Promise<NameIndex | 'too large' | undefined> {
  const isUnchanged = async (): Promise<boolean> =>
    (await findListVersion(db, list)) === list.listVersion;
  if (!(await isUnchanged())) return undefined;
  const builder = new NameIndexBuilder();
  if (!(await addNames(db, list, { builder, ...bounds }))) return 'too large';
  if (bounds.signal.aborted || !(await isUnchanged())) return undefined;
  return await finishIndex(list.serviceId, builder);
}

type Bounds = { bytesMax: number; signal: AbortSignal };
type IndexTarget = Bounds & { builder: NameIndexBuilder };

/** Adds the names of a list until `signal` is aborted; returns false when they exceed the memory limit. */
async function addNames(
  db: Db,
  { serviceId, source }: ListVersion,
  { builder, bytesMax, signal }: IndexTarget,
): Promise<boolean> {
  let after: NamesPosition | undefined = FIRST_POSITION;
  while (after !== undefined && !signal.aborted) {
    const page = await readNamesPage(db, { serviceId, source, after, limit: PAGE_SIZE });
    await mapInSlices(serviceId, page, ({ entryId, partyType, name, keys }) => {
      if (name !== null) builder.add({ entryId, partyType, name, keys: keys ?? '' });
    });
    if (builder.bytes > bytesMax) return false;
    after = page.at(-1);
  }
  return true;
}

async function finishIndex(serviceId: number, builder: NameIndexBuilder): Promise<NameIndex> {
  const parts = builder.finish();
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    if (timeSlices.isOver()) await timeSlices.wait(serviceId);
  }
}
