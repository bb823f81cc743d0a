import type { FileLink } from '../../auth/caller.ts';
import { LINK_SCOPES } from '../../auth/file-links.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { throwFileNotFound } from './find-file.ts';

/**
 * Returns the id of the file that the caller's link grants access to. Throws AppError `forbidden` without the scope for
 * the action, and `file_not_found` for a caller without such a link.
 */
export function getLinkedFileId(ctx: RequestContext, action: FileLink['action']): number {
  const { link } = requireScope(ctx.caller, LINK_SCOPES[action]);
  return link?.action === action ? link.fileId : throwFileNotFound();
}
