import type { RequestContext } from '../../context.ts';
import { updateUserNames } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { hasSameNames } from '../../domain/access/service-user.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import type { Once } from '../common/run-once.ts';
import { type ChangedUser, changeUser } from './change-user.ts';
import type { UpdateUserInput } from './inputs.ts';

/**
 * Changes a user's names, for every business of that user; what is left out stays. The e-mail, by which a user is known,
 * cannot be changed. Throws AppError `user_not_found`.
 */
export async function updateUser(
  ctx: RequestContext,
  input: UpdateUserInput,
): Promise<Once<ChangedUser>> {
  return await changeUser(ctx, {
    operation: 'updateUser',
    input,
    write: async (tx, held, by) => {
      const names = {
        givenName: input.givenName ?? held.givenName,
        paternalSurname: mergeText(input.paternalSurname, held.paternalSurname),
        maternalSurname: mergeText(input.maternalSurname, held.maternalSurname),
      };
      if (hasSameNames(names, held)) return false;
      await updateUserNames(tx.db, { serviceId: by.serviceId, id: held.id }, names);
      const details = { changedUserId: held.id };
      await insertAuditEvent(tx.db, { ...by, action: 'user_updated', details });
      return true;
    },
  });
}
