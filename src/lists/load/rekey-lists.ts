import type { Db } from '../../db/client.ts';
import { storeKeyCounts } from '../../db/queries/lists/key-counts.ts';
import {
  listOutdatedKeys,
  markKeyRules,
  type OutdatedList,
  readNamesAfter,
  replaceKeys,
  type StoredName,
} from '../../db/queries/lists/rekey.ts';
import { type ListOwner, lockList } from '../../db/queries/lists/snapshots.ts';
import { queueRescreenings } from '../../db/queries/screening/rescreenings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { getListFamily } from '../../domain/lists/list-source.ts';
import { LIST_KEY_RULES } from './list-keys.ts';
import { type KeyMaker, openKeyMaker } from './make-keys.ts';

/** Number of names that are read and keyed at once. */
const PAGE_SIZE = 2_000;

/**
 * Recomputes the search keys of lists that an older release loaded, and queues rescreenings. Uses one transaction for
 * each list, and one statement in all when nothing is outdated. Returns the recomputed lists.
 */
export async function rekeyLists(
  db: Db,
  onList: (list: ListOwner) => void = () => undefined,
): Promise<ListOwner[]> {
  const outdated = await listOutdatedKeys(db, { keyRules: LIST_KEY_RULES });
  for (const list of outdated) {
    onList(list);
    await runInTransaction(db, async (transaction) => {
      await lockList(transaction, list);
      await rekeyList(transaction, list);
    });
  }
  return outdated;
}

/**
 * Recomputes the search keys of one list and queues rescreenings, within a transaction that has locked the list. Does
 * nothing when the keys are current.
 */
export async function rekeyList(db: Db, owner: ListOwner): Promise<void> {
  const [list] = await listOutdatedKeys(db, { keyRules: LIST_KEY_RULES, list: owner });
  if (list === undefined) return;
  const keyMaker = openKeyMaker();
  try {
    await replaceAllKeys(db, list, keyMaker);
  } finally {
    await keyMaker.close();
  }
  const { serviceId, source, asOf } = list;
  await storeKeyCounts(db, { serviceId, source, from: asOf, until: null });
  await markKeyRules(db, { serviceId, source, keyRules: LIST_KEY_RULES });
  await queueRescreenings(db, { serviceId, source, family: getListFamily(source), since: asOf });
}

async function replaceAllKeys(
  db: Db,
  { serviceId, source }: OutdatedList,
  keyMaker: KeyMaker,
): Promise<void> {
  let after: Pick<StoredName, 'entryId' | 'position'> | undefined = { entryId: 0, position: -1 };
  while (after !== undefined) {
    const names: StoredName[] = await readNamesAfter(db, {
      serviceId,
      source,
      after,
      limit: PAGE_SIZE,
    });
    if (names.length > 0) {
      const keys = await keyMaker.make(names.map(({ name, partyType }) => ({ name, partyType })));
      await replaceKeys(db, { serviceId, names, keys });
    }
    after = names.length < PAGE_SIZE ? undefined : names.at(-1);
  }
}
