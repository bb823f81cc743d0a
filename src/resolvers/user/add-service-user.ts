import type { Db } from '../../db/client.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';
import { checkInput } from '../../validation/input-issues.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { getOperatorActor } from './change-actor.ts';
import { type AddUserInput, addUserInput } from './inputs.ts';
import { storeUser } from './store-user.ts';

/**
 * Adds a user to a service on behalf of an operator and returns the id. Throws OperatorError for an unknown service,
 * for invalid fields, and for an e-mail address that is in use, compared without regard to case; the message repeats
 * none of the values.
 */
export async function addServiceUser(
  db: Db,
  service: string,
  input: AddUserInput,
): Promise<number> {
  const user = requireValidUser(input);
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    const id = await storeUser(tx, getOperatorActor(serviceId), user);
    if (id !== undefined) return id;
    throw new OperatorError(
      `The service "${service}" already has a user with that e-mail address.`,
    );
  });
}

function requireValidUser(input: AddUserInput): AddUserInput {
  const checked = checkInput(addUserInput, input);
  if (checked.success) return checked.data;
  const messages = checked.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new OperatorError(`${messages.join('. ')}.`, { cause: checked.error });
}
