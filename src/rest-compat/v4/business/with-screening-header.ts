import type { RequestContext } from '../../../context.ts';
import { isScreeningOn } from '../../../resolvers/auth/get-viewer.ts';
import type { Reply } from '../../respond.ts';

type Created = { created: readonly unknown[] };

/**
 * Adds the header `automatic-screening: off` when participants were created and the service screens none
 * automatically. A header, because the v4 document specifies the body.
 */
export async function withScreeningHeader(
  ctx: RequestContext,
  reply: Reply,
  changes: readonly Created[],
): Promise<Reply> {
  const hasCreated = changes.some(({ created }) => created.length > 0);
  if (!hasCreated || (await isScreeningOn(ctx))) return reply;
  return { ...reply, headers: { ...reply.headers, 'automatic-screening': 'off' } };
}
