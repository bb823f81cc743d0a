import type { RequestContext } from '../../context.ts';
import { updateUserNames } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { hasSameNames } from '../../domain/access/service-user.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import type { IdempotentResult } from '../common/run-once.ts';
import { type ChangedUser, changeUser } from './change-user.ts';
import type { UpdateUserInput } from './inputs.ts';

/**
 * Updates a user's names, which apply to all businesses of the user; omitted names stay. The e-mail address identifies
 * the user and cannot be changed. Throws AppError `user_not_found`.
 */
export async function updateUser(
  ctx: RequestContext,
  input: UpdateUserInput,
): Promise<IdempotentResult<ChangedUser>> {
  return await changeUser(ctx, {
    operation: 'updateUser',
    input,
    write: async (tx, locked, actor) => {
      const names = {
        givenName: input.givenName ?? locked.givenName,
        paternalSurname: mergeText(input.paternalSurname, locked.paternalSurname),
        maternalSurname: mergeText(input.maternalSurname, locked.maternalSurname),
      };
      if (hasSameNames(names, locked)) return false;
      await updateUserNames(tx.db, { serviceId: actor.serviceId, id: locked.id }, names);
      const details = { changedUserId: locked.id };
      await insertAuditEvent(tx.db, { ...actor, action: 'user_updated', details });
      return true;
    },
  });
}
