import { replyFile } from '../file-reply.ts';
import type { Route } from '../route.ts';
import { FILE_FAILURES, fileParameter, parseFileId } from './file-id.ts';

/** v4 names "Download file" of the fiduciary process; the path is ours. */
export const downloadDocument: Route = {
  method: 'GET',
  path: '/api/v4/fiduciary/file/{id_descarga}/download',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, request) =>
    await replyFile(ctx, { fileId: parseFileId(request.parameter), of: 'documents' }, request),
  description: {
    operationId: 'downloadDocument',
    summary: 'Download the file of a document',
    parameter: fileParameter('id_descarga'),
    responses: [],
    answersFile: true,
    failures: FILE_FAILURES,
  },
};
