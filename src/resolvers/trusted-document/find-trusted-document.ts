import type { RequestContext } from '../../context.ts';
import { isDocumentId } from '../../domain/access/trusted-document.ts';

/**
 * Returns the document with this id of the caller's service. Undefined for any other id. Requires no scope: the fields
 * of the document require theirs.
 */
export async function findTrustedDocument(
  ctx: RequestContext,
  id: string,
): Promise<string | undefined> {
  return isDocumentId(id) ? await ctx.trustedDocuments?.find(ctx.caller, id) : undefined;
}
