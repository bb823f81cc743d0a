import type { Db } from '../../db/client.ts';
import { findUserByEmail } from '../../db/queries/access/users.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { UserState } from '../../domain/access/service-user.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { getOperatorActor } from './change-actor.ts';
import { storeUserState } from './store-user-state.ts';

export type SetServiceUserStateInput = { service: string; email: string; state: UserState };

/**
 * Disables or enables a user of a service, for operators. Tokens and links of a disabled user stop working in every
 * gateway within five seconds, and no new ones are issued. Returns true when something changed. Throws OperatorError
 * for an unknown service or e-mail address.
 */
export async function setServiceUserState(
  db: Db,
  { service, email, state }: SetServiceUserStateInput,
): Promise<boolean> {
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    const user = await findUserByEmail(tx, { serviceId, email });
    if (user === undefined)
      throw new OperatorError(`The service "${service}" has no user with that e-mail address.`);
    return await storeUserState(tx, getOperatorActor(serviceId), { id: user.id, state });
  });
}
