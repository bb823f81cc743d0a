import { COMPARED_KINDS } from '../../domain/screening/comparable.ts';
import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { Db } from '../client.ts';
import type { ListOnDay } from '../queries/list-search/candidates.ts';
import { listIdentifierKinds } from '../queries/lists/identifier-kinds.ts';

/** Which identifiers lists have, as long as each is what it was: to look through a large one takes as long as many searches. */
export type KnownKinds = BoundedCache<ReadonlySet<string>>;

const KINDS_BYTES = 400;

export function createKnownKinds(): KnownKinds {
  return new BoundedCache({
    name: 'identifiers of lists',
    entriesMax: 1000,
    bytesMax: 512 * 1024,
    bytesOf: () => KINDS_BYTES,
  });
}

/** By the code of each list that is loaded on the day, the kinds that it has of those by which somebody is found. */
export async function findKindsOf(
  db: Db,
  known: KnownKinds | undefined,
  { lists, day }: { lists: readonly ListOnDay[]; day: string },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const loaded = lists.filter(({ snapshot }) => snapshot !== null);
  const kindsOf = new Map<string, ReadonlySet<string>>();
  for (const list of loaded) {
    const kinds = known?.get(keyOf(list));
    if (kinds !== undefined) kindsOf.set(list.source, kinds);
  }
  const unknown = loaded.filter(({ source }) => !kindsOf.has(source));
  if (unknown.length === 0) return kindsOf;
  const found = await listIdentifierKinds(db, unknown, { kinds: COMPARED_KINDS, day });
  const bySource = Map.groupBy(found, ({ source }) => source);
  for (const list of unknown) {
    const kinds = new Set(bySource.get(list.source)?.map(({ kind }) => kind));
    kindsOf.set(list.source, kinds);
    known?.set(keyOf(list), kinds);
  }
  return kindsOf;
}

/** Another one once the list was loaded or forgotten, or the day is of another snapshot. */
function keyOf({ serviceId, source, mark, snapshot }: ListOnDay): string {
  return JSON.stringify([serviceId, source, mark, snapshot?.sha256]);
}
