import { replyFile } from '../file-reply.ts';
import type { Route } from '../route.ts';
import { FILE_FAILURES, fileParameter, parseFileId } from './file-id.ts';

/** v4 names "Get file"; the path is ours. */
export const getFile: Route = {
  method: 'GET',
  path: '/api/v4/file/{file_id}',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, request) =>
    await replyFile(ctx, { fileId: parseFileId(request.parameter), of: 'any' }, request),
  description: {
    operationId: 'getFile',
    summary: 'Get file',
    parameter: fileParameter('file_id'),
    responses: [],
    answersFile: true,
    failures: FILE_FAILURES,
  },
};
