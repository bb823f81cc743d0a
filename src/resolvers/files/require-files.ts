import type { Files, RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** Returns the file storage. Throws AppError `files_unavailable` when it is not configured. */
export function requireFiles(ctx: RequestContext): Files {
  if (ctx.files !== undefined) return ctx.files;
  throw new AppError('files_unavailable', 'File storage is not configured.');
}
