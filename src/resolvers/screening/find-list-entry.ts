import { z } from 'zod';
import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { readEntries } from '../../db/queries/lists/entries.ts';
import { type EntryVersion, listEntryVersions } from '../../db/queries/lists/entry-history.ts';
import { ALL_SERVICES, isSharedList } from '../../domain/lists/list-source.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { daySchema, text } from '../common/common-inputs.ts';
import { today } from '../tax/today.ts';

const LIST_LENGTH_MAX = 64;
const KEY_LENGTH_MAX = 500;

export const listEntryInput = z.object({
  list: text(LIST_LENGTH_MAX),
  key: text(KEY_LENGTH_MAX).min(1),
  asOf: daySchema.nullish(),
});

/** An entry as it stands on a day, and how it stood on others. */
export type EntryOnDay = { entry: MatchedEntry; versions: EntryVersion[] };

/** Undefined where the list has no such entry on that day, or is another service's. */
export async function findListEntry(
  ctx: Ctx,
  { list, key, asOf }: z.infer<typeof listEntryInput>,
): Promise<EntryOnDay | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'list:read');
  const owner = isSharedList(list) ? ALL_SERVICES : serviceId;
  const day = asOf ?? today();
  const versions = await listEntryVersions(ctx.db, {
    serviceId: owner,
    source: list,
    entryKey: key,
  });
  const held = versions.find(
    ({ heldFrom, heldUntil }) => heldFrom <= day && (heldUntil === null || heldUntil > day),
  );
  if (held === undefined) return undefined;
  const [found] = await readEntries(ctx.db, [{ serviceId: owner, entryId: held.entryId }]);
  if (found === undefined) return undefined;
  const { serviceId: _owner, ...entry } = found;
  return { entry, versions };
}
