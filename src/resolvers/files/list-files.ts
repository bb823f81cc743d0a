import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import { countFiles as count, listFiles as list } from '../../db/queries/files/file-lists.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import { FILE_STATES, type FileDetail, type FileFilter } from '../../domain/files/file.ts';
import type { Connection } from '../../domain/shared/page.ts';
import { idSchema } from '../common/common-inputs.ts';
import { listNewest, RECORD_COUNT_MAX } from '../common/newest-first.ts';
import { pageInput } from '../common/paging.ts';
import { describeFile } from './find-file.ts';

const fileFilter = z.object({
  businessDatabaseId: idSchema.nullish(),
  statusIn: z.array(z.enum(FILE_STATES)).max(FILE_STATES.length).nullish(),
  createdSince: z.date().nullish(),
  createdBefore: z.date().nullish(),
});

export const listFilesInput = pageInput.extend({ filter: fileFilter.nullish() });
type ListFilesInput = z.infer<typeof listFilesInput>;

/**
 * Lists the files of the service that match the filter, newest first. A file deleted while the page is built is
 * omitted. Throws AppError `files_unavailable` when the gateway lacks the key of a name.
 */
export async function listFiles(
  ctx: RequestContext,
  input: ListFilesInput,
): Promise<Connection<FileDetail>> {
  const { serviceId } = requireScope(ctx.caller, 'file:read');
  const query = { serviceId, filter: input.filter ?? {} };
  const { edges, pageInfo } = await listNewest(
    ctx,
    { name: 'files', input },
    async (window) => await readLists(ctx, async (db) => await list(db, query, window)),
  );
  const described = await Promise.all(
    edges.map(async ({ cursor, node }) => ({ cursor, node: await describeFile(ctx, node) })),
  );
  // The cursors are those of the whole page, so that the next page continues at its end.
  return {
    edges: described.flatMap(({ cursor, node }) => (node === undefined ? [] : { cursor, node })),
    pageInfo,
  };
}

/** Counts the files that match the filter, up to 10,000. */
export async function countFiles(
  ctx: RequestContext,
  filter: FileFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'file:read');
  return await readLists(
    ctx,
    async (db) => await count(db, { serviceId, filter: filter ?? {} }, RECORD_COUNT_MAX),
  );
}

/** Lists the documents that refer to a file, at most 100. */
export async function listDocumentsOfFile(
  ctx: RequestContext,
  fileId: number,
): Promise<RequestedDocument[]> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.documentsOfFile.load(fileId);
}
