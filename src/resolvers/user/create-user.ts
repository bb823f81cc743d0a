import { z } from 'zod';
import type { RequestContext } from '../../context.ts';
import type { ServiceUser } from '../../domain/access/service-user.ts';
import { AppError } from '../../errors.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { getCallerActor } from './change-actor.ts';
import { readCurrentUser } from './find-user.ts';
import type { CreateUserInput } from './inputs.ts';
import { storeUser } from './store-user.ts';

export type CreatedUser = { user: ServiceUser };

/**
 * Adds an enabled user to the caller's service. Throws AppError `conflict` when a user, including a responsible user of
 * a business, has the e-mail address, compared without regard to case.
 */
export async function createUser(
  ctx: RequestContext,
  input: CreateUserInput,
): Promise<IdempotentResult<CreatedUser>> {
  const actor = getCallerActor(ctx);
  return await runOnce(ctx, {
    operation: 'createUser',
    input,
    run: async (tx) => {
      const id = await storeUser(tx.db, actor, input);
      if (id !== undefined) return { user: await readCurrentUser(tx, id) };
      throw new AppError('conflict', 'The service already has a user with that e-mail address.');
    },
    remember: ({ user: { id } }) => ({ userId: id }),
    replay: async (tx, outcome) => ({
      user: await readCurrentUser(tx, outcomeSchema.parse(outcome).userId),
    }),
  });
}

const outcomeSchema = z.object({ userId: z.number() });
