import type { Db } from '../../db/client.ts';
import { findUserByEmail, insertUser } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import type { ChangeActor } from './change-actor.ts';
import type { AddUserInput } from './inputs.ts';

/**
 * Adds a user with an audit event and returns the id; undefined when a user of the service has the e-mail address,
 * compared without regard to case. Of two concurrent additions, the second fails with a unique violation and must be
 * retried.
 */
export async function storeUser(
  db: Db,
  actor: ChangeActor,
  { email, givenName, ...surnames }: AddUserInput,
): Promise<number | undefined> {
  const { serviceId } = actor;
  if ((await findUserByEmail(db, { serviceId, email })) !== undefined) return undefined;
  const id = await allocateIds(db, { serviceId, kind: 'user', count: 1 });
  const paternalSurname = mergeText(surnames.paternalSurname, null);
  const maternalSurname = mergeText(surnames.maternalSurname, null);
  await insertUser(db, { serviceId, id, email, givenName, paternalSurname, maternalSurname });
  await insertAuditEvent(db, { ...actor, action: 'user_added', details: { addedUserId: id } });
  return id;
}
