import { type Ctx, createCtx } from '../context.ts';

/** The same caller with loaders of its own: those that have read before would answer what they read then. */
export function renewContext(ctx: Ctx): Ctx {
  return createCtx(ctx);
}
