import { z } from 'zod';
import type { RequestContext } from '../../context.ts';
import type { ServiceUser } from '../../domain/access/service-user.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { type ChangeActor, getCallerActor } from './change-actor.ts';
import { lockUserByLookup, readCurrentUser } from './find-user.ts';
import type { UserLookup } from './inputs.ts';

/** Current user. `changed` is false when the stored user was the same and nothing was written. */
export type ChangedUser = { user: ServiceUser; changed: boolean };

type Change = {
  operation: string;
  input: { idempotencyKey?: string | null | undefined; user: UserLookup };
  /** Writes the change of the locked user. Returns true when something changed. */
  write: (
    tx: RequestContext,
    locked: ServiceUser,
    actor: ChangeActor & { userId: number },
  ) => Promise<boolean>;
};

/** Changes a user, once for each idempotency key. Throws AppError `user_not_found`. */
export async function changeUser(
  ctx: RequestContext,
  { operation, input, write }: Change,
): Promise<IdempotentResult<ChangedUser>> {
  const actor = getCallerActor(ctx);
  return await runOnce(ctx, {
    operation,
    input,
    nulls: 'distinct',
    run: async (tx) => {
      const locked = await lockUserByLookup(tx, input.user);
      const changed = await write(tx, locked, actor);
      return { user: await readCurrentUser(tx, locked.id), changed };
    },
    remember: ({ user: { id }, changed }) => ({ userId: id, changed }),
    replay: async (tx, outcome) => {
      const { userId, changed } = outcomeSchema.parse(outcome);
      return { user: await readCurrentUser(tx, userId), changed };
    },
  });
}

const outcomeSchema = z.object({ userId: z.number(), changed: z.boolean() });
