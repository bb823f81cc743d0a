import type { Db } from '../../db/client.ts';
import { setUserState } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import type { UserState } from '../../domain/access/service-user.ts';
import type { ChangeActor } from './change-actor.ts';

/** Disables or enables a user, with its audit event. Returns true when something changed. */
export async function storeUserState(
  db: Db,
  actor: ChangeActor,
  { id, state }: { id: number; state: UserState },
): Promise<boolean> {
  if (!(await setUserState(db, { serviceId: actor.serviceId, id }, state))) return false;
  const action = state === 'disabled' ? 'user_disabled' : 'user_enabled';
  await insertAuditEvent(db, { ...actor, action, details: { changedUserId: id } });
  return true;
}
