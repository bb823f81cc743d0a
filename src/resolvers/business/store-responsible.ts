import type { Ctx } from '../../context.ts';
import { findUserByEmail, insertUser, updateUserNames } from '../../db/queries/access/users.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { mergeText } from '../../domain/merge-text.ts';
import { hasSameNames, type UserNames } from '../../domain/service-user.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

type Responsible = { userId: number | null; isChanged: boolean };

/**
 * The user who is responsible from now on, known by e-mail in any case and made where the service has none;
 * the names sent are written to that user. Undefined keeps the user there is, null leaves none.
 */
export async function storeResponsible(
  tx: Ctx,
  sent: UpsertBusinessInput['responsibleUser'],
  currentId: number | null | undefined,
): Promise<Responsible> {
  if (sent === undefined) return { userId: currentId ?? null, isChanged: false };
  const email = sent?.email ?? undefined;
  if (sent === null || email === undefined) return { userId: null, isChanged: false };
  const { serviceId } = tx.caller;
  const known = await findUserByEmail(tx.db, { serviceId, email });
  const names = {
    givenName: sent.givenName,
    paternalSurname: mergeText(sent.paternalSurname, known?.paternalSurname),
    maternalSurname: mergeText(sent.maternalSurname, known?.maternalSurname),
  };
  if (known !== undefined) return await renameUser(tx, known, names);
  const id = await allocateIds(tx.db, { serviceId, kind: 'user', count: 1 });
  await insertUser(tx.db, { ...names, serviceId, id, email });
  return { userId: id, isChanged: true };
}

async function renameUser(
  tx: Ctx,
  known: UserNames & { id: number },
  names: UserNames,
): Promise<Responsible> {
  const isSame = hasSameNames(known, names);
  if (!isSame)
    await updateUserNames(tx.db, { serviceId: tx.caller.serviceId, id: known.id }, names);
  return { userId: known.id, isChanged: !isSame };
}
