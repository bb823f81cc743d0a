import { getFile } from '../../../resolvers/files/find-file.ts';
import { succeed } from '../../respond.ts';
import { parseId, type Route } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { encodeFileDetail, fileDetailSchema } from './encode-file.ts';
import { FILE_FAILURES, fileIdParameter } from './file-id.ts';

const FOUND = 'File detail retrieved successfully';

/** Returns the metadata of a file, without its bytes. Not in the v4 document. */
export const getFileDetail: Route = {
  method: 'GET',
  path: '/api/v4/file/{file_id}/detail',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { parameter }) =>
    succeed(encodeFileDetail(await getFile(ctx, parseId(parameter, 'file_id'))), FOUND),
  description: {
    operationId: 'getFileDetail',
    tag: 'Files',
    summary: 'Get file metadata',
    description: 'Returns name, size, digest and status of a file, without its bytes.',
    scopes: ['file:read'],
    parameters: [fileIdParameter],
    responses: [
      { status: 200, description: FOUND, schema: envelopeSchema('FileDetail', fileDetailSchema) },
    ],
    failures: [FILE_FAILURES.notFound, FILE_FAILURES.unavailable],
  },
};
