import type { Ctx } from '../../context.ts';
import { invalidAt } from '../../errors.ts';
import type { Once } from '../common/run-once.ts';
import { type ChangedUser, changeUser } from './change-user.ts';
import type { SetUserStateInput } from './inputs.ts';
import { storeUserState } from './store-user-state.ts';

/**
 * Ends all tokens, links and subscriptions of a user in every running gateway within five seconds; it gets no new
 * ones. Callers cannot disable themselves: nobody might be left who lets them in again. Throws AppError
 * `user_not_found`, and `invalid_input` for the caller's own user.
 */
export async function disableUser(ctx: Ctx, input: SetUserStateInput): Promise<Once<ChangedUser>> {
  return await changeUser(ctx, {
    operation: 'disableUser',
    input,
    write: async (tx, { id }, by) => {
      if (id === by.userId)
        throw invalidAt(['user'], 'Callers cannot disable themselves', 'not_allowed');
      return await storeUserState(tx.db, by, { id, state: 'disabled' });
    },
  });
}

/** Lets a disabled user in again, with the tokens that have not expired. Throws AppError `user_not_found`. */
export async function enableUser(ctx: Ctx, input: SetUserStateInput): Promise<Once<ChangedUser>> {
  return await changeUser(ctx, {
    operation: 'enableUser',
    input,
    write: async (tx, { id }, by) => await storeUserState(tx.db, by, { id, state: 'enabled' }),
  });
}
