import { replyFile } from '../../file-reply.ts';
import { parseId, type Route } from '../../route.ts';
import { FILE_FAILURES, fileParameter } from './file-id.ts';

/** v4 names "Get file"; the path is ours. */
export const getFile: Route = answerFile({
  path: '/api/v4/file/{file_id}',
  parameter: 'file_id',
  of: 'any',
  description: { operationId: 'getFile', summary: 'Get file' },
});

/** v4 names "Download file" of the fiduciary process; the path is ours. */
export const downloadDocument: Route = answerFile({
  path: '/api/v4/fiduciary/file/{id_descarga}/download',
  parameter: 'id_descarga',
  of: 'documents',
  description: { operationId: 'downloadDocument', summary: 'Download the file of a document' },
});

type Differences = Pick<Route, 'path'> & {
  parameter: string;
  of: Parameters<typeof replyFile>[1]['of'];
  description: Pick<Route['description'], 'operationId' | 'summary'>;
};

function answerFile({ path, parameter, of, description }: Differences): Route {
  return {
    method: 'GET',
    path,
    caller: 'user',
    faultMessage: 'Server error',
    handle: async (ctx, request) =>
      await replyFile(ctx, { fileId: parseId(request.parameter, parameter), of }, request),
    description: {
      ...description,
      parameter: fileParameter(parameter),
      responses: [],
      answersFile: true,
      failures: FILE_FAILURES,
    },
  };
}
