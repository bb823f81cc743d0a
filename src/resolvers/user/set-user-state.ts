import type { RequestContext } from '../../context.ts';
import { invalidAt } from '../../errors.ts';
import type { IdempotentResult } from '../common/run-once.ts';
import { type ChangedUser, changeUser } from './change-user.ts';
import type { SetUserStateInput } from './inputs.ts';
import { storeUserState } from './store-user-state.ts';

/**
 * Disables a user: its tokens, links and subscriptions end in every gateway within five seconds, and no new ones are
 * issued. Callers cannot disable themselves, because no user might be left to enable them. Throws AppError
 * `user_not_found`, and `invalid_input` for the caller's own user.
 */
export async function disableUser(
  ctx: RequestContext,
  input: SetUserStateInput,
): Promise<IdempotentResult<ChangedUser>> {
  return await changeUser(ctx, {
    operation: 'disableUser',
    input,
    write: async (tx, { id }, actor) => {
      if (id === actor.userId)
        throw invalidAt(['user'], 'Must not be the user of the caller', 'not_allowed');
      return await storeUserState(tx.db, actor, { id, state: 'disabled' });
    },
  });
}

/** Enables a disabled user, whose unexpired tokens work again. Throws AppError `user_not_found`. */
export async function enableUser(
  ctx: RequestContext,
  input: SetUserStateInput,
): Promise<IdempotentResult<ChangedUser>> {
  return await changeUser(ctx, {
    operation: 'enableUser',
    input,
    write: async (tx, { id }, actor) =>
      await storeUserState(tx.db, actor, { id, state: 'enabled' }),
  });
}
