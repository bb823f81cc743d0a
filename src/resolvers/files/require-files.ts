import type { Files, RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** What keeps files; throws AppError `files_unavailable` where none can be kept. */
export function requireFiles(ctx: RequestContext): Files {
  if (ctx.files !== undefined) return ctx.files;
  throw new AppError('files_unavailable', 'File storage is not configured.');
}
