import type { Db } from '../../db/client.ts';
import { findUserByEmail } from '../../db/queries/access/users.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { UserState } from '../../domain/access/service-user.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { changedByOperator } from './changed-by.ts';
import { storeUserState } from './store-user-state.ts';

export type SetServiceUserStateInput = { service: string; email: string; state: UserState };

/**
 * Disables a user of a service, whose tokens and links then end in every running gateway within five seconds and who
 * gets no new ones, or enables one again; says whether that changed anything. For operators: throws OperatorError for a
 * service or an e-mail that there is not.
 */
export async function setServiceUserState(
  db: Db,
  { service, email, state }: SetServiceUserStateInput,
): Promise<boolean> {
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    const user = await findUserByEmail(tx, { serviceId, email });
    if (user === undefined)
      throw new OperatorError(`The service "${service}" has no user with that e-mail.`);
    return await storeUserState(tx, changedByOperator(serviceId), { id: user.id, state });
  });
}
