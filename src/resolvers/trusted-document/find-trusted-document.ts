import type { Ctx } from '../../context.ts';
import { isDocumentId } from '../../domain/access/trusted-document.ts';

/**
 * The text of the document that the caller's service has under this id; undefined for any other id. It asks for no
 * scope, as a document that is sent as text does not: its fields ask.
 */
export async function findTrustedDocument(ctx: Ctx, id: string): Promise<string | undefined> {
  return isDocumentId(id) ? await ctx.trustedDocuments?.find(ctx.caller, id) : undefined;
}
