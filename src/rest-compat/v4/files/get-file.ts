import { replyFile } from '../../file-reply.ts';
import { parseId, type Route, type RouteParameter } from '../../route.ts';
import { idSchema } from '../common/wire.ts';
import { DEMO_FILE_ID, FILE_FAILURES, fileIdParameter } from './file-id.ts';

/** v4: Get file. The v4 document does not specify the path. */
export const getFile: Route = createFileRoute({
  path: '/api/v4/file/{file_id}',
  parameter: fileIdParameter,
  scope: 'any',
  description: {
    operationId: 'getFile',
    tag: 'Files',
    summary: 'Get file',
    description: 'Returns the bytes of a file, or a part of them.',
  },
});

/** v4: Download file of the fiduciary process. The v4 document does not specify the path. */
export const downloadDocument: Route = createFileRoute({
  path: '/api/v4/fiduciary/file/{id_descarga}/download',
  parameter: {
    name: 'id_descarga',
    in: 'path',
    schema: idSchema,
    description: 'Id of the file, from the requested document of a participant.',
    example: DEMO_FILE_ID,
  },
  scope: 'documents',
  description: {
    operationId: 'downloadDocument',
    tag: 'Files',
    summary: 'Download the file of a document',
    description:
      'Returns the bytes of a file that is attached to a requested document of a participant.',
  },
});

type FileRouteOptions = Pick<Route, 'path'> & {
  parameter: RouteParameter;
  scope: Parameters<typeof replyFile>[1]['scope'];
  description: Pick<Route['description'], 'operationId' | 'tag' | 'summary' | 'description'>;
};

function createFileRoute({ path, parameter, scope, description }: FileRouteOptions): Route {
  return {
    method: 'GET',
    path,
    caller: 'user',
    faultMessage: 'Server error',
    handle: async (ctx, request) =>
      await replyFile(ctx, { fileId: parseId(request.parameter, parameter.name), scope }, request),
    description: {
      ...description,
      scopes: ['file:read'],
      parameters: [parameter],
      responses: [],
      returnsFile: true,
      failures: Object.values(FILE_FAILURES),
    },
  };
}
