import type { Db } from '../../db/client.ts';
import { findUserByEmail, insertUser } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';
import { checkInput } from '../../issues/input-issues.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { type AddUserInput, addUserInput } from './inputs.ts';

/**
 * Adds a user to a service, for operators, and returns the id. Throws OperatorError for an unknown service, for
 * fields that break a rule and for an e-mail that a user has already, in whatever case; it repeats none of them.
 */
export async function addServiceUser(
  db: Db,
  service: string,
  input: AddUserInput,
): Promise<number> {
  const { email, givenName, paternalSurname, maternalSurname } = check(input);
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    if ((await findUserByEmail(tx, { serviceId, email })) !== undefined)
      throw new OperatorError(`The service "${service}" has a user with that e-mail already.`);
    const id = await allocateIds(tx, { serviceId, kind: 'user', count: 1 });
    const surnames = {
      paternalSurname: paternalSurname || null,
      maternalSurname: maternalSurname || null,
    };
    await insertUser(tx, { serviceId, id, email, givenName, ...surnames });
    await insertAuditEvent(tx, {
      serviceId,
      action: 'user_added',
      userId: null,
      apiKeyId: null,
      requestId: null,
      details: { addedUserId: id },
    });
    return id;
  });
}

function check(input: AddUserInput): AddUserInput {
  const checked = checkInput(addUserInput, input);
  if (checked.success) return checked.data;
  const faults = checked.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new OperatorError(`${faults.join('. ')}.`, { cause: checked.error });
}
