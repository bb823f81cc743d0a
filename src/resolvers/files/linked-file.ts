import type { FileLink } from '../../auth/caller.ts';
import { LINK_SCOPES } from '../../auth/file-links.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { fileNotFound } from './find-file.ts';

/** The file that the caller's link lets in to, for this use; throws AppError `forbidden` for a link of another use. */
export function getLinkedFileId(ctx: RequestContext, action: FileLink['action']): number {
  const { link } = requireScope(ctx.caller, LINK_SCOPES[action]);
  return link?.action === action ? link.fileId : fileNotFound();
}
