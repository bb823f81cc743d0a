import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { readEntries } from '../../db/queries/lists/entries.ts';
import { type EntryVersion, listEntryVersions } from '../../db/queries/lists/entry-history.ts';
import { findFirstDay } from '../../db/queries/lists/first-day.ts';
import type { ListOwner } from '../../db/queries/lists/snapshots.ts';
import { ALL_SERVICES, isSharedList } from '../../domain/lists/list-source.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { addTenure, DEFAULT_LOOK_BACK } from '../../domain/screening/tenure.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { daySchema, text } from '../common/common-inputs.ts';
import { resolveAsOf } from '../common/resolve-as-of.ts';

const LIST_LENGTH_MAX = 64;
const KEY_LENGTH_MAX = 500;

export const listEntryInput = z.object({
  list: text(LIST_LENGTH_MAX),
  key: text(KEY_LENGTH_MAX).min(1),
  asOf: daySchema.nullish(),
});

/** List entry on a day, with its newest 200 versions. */
export type EntryOnDay = { entry: MatchedEntry; versions: EntryVersion[] };

/**
 * Returns an entry of a list as of a day; undefined when none of the newest 200 versions was current on that day.
 * Throws AppError `invalid_input` for a day in the future and for an unknown list or a list of another service, and
 * `list_unavailable` when the list is not loaded for that day.
 */
export async function findListEntry(
  ctx: RequestContext,
  { list, key, asOf }: z.infer<typeof listEntryInput>,
): Promise<EntryOnDay | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'list:read');
  const owner = isSharedList(list) ? ALL_SERVICES : serviceId;
  const day = resolveAsOf({ asOf });
  await requireLoaded(ctx, { serviceId: owner, source: list }, day);
  const versions = await listEntryVersions(ctx.db, {
    serviceId: owner,
    source: list,
    entryKey: key,
  });
  const currentVersion = versions.find(
    ({ heldFrom, heldUntil }) => heldFrom <= day && (heldUntil === null || heldUntil > day),
  );
  if (currentVersion === undefined) return undefined;
  const [stored] = await readEntries(ctx.db, [
    { serviceId: owner, entryId: currentVersion.entryId },
  ]);
  if (stored === undefined) return undefined;
  const { serviceId: _owner, ...entry } = stored;
  const tenureDate = { day, lookBack: ctx.lookBack ?? DEFAULT_LOOK_BACK };
  return { entry: addTenure(entry, tenureDate), versions };
}

/**
 * Throws AppError unless the list is loaded for the day, because a missing entry proves nothing for a list that is not
 * loaded.
 */
async function requireLoaded({ db }: RequestContext, list: ListOwner, day: string): Promise<void> {
  const firstDay = await findFirstDay(db, list);
  if (firstDay === undefined && !isSharedList(list.source))
    throw invalidAt(['list'], 'Must be the code of a list', 'not_found');
  if (firstDay === undefined || firstDay > day)
    throw new AppError('list_unavailable', 'The list is not loaded for the requested day.');
}
