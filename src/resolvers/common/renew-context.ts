import { type Ctx, renewCtx } from '../../context.ts';

/** What the next event of a subscription is answered with. */
export function renewContext(ctx: Ctx): Ctx {
  return renewCtx(ctx);
}
