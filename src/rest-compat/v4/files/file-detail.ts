import { getFile } from '../../../resolvers/files/find-file.ts';
import { succeed } from '../../respond.ts';
import { parseId, type Route } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { encodeFileDetail, fileDetailSchema } from './encode-file.ts';
import { FILE_FAILURES, fileParameter } from './file-id.ts';

const FOUND = 'File detail retrieved successfully';

/** Ours: what is known of a file, without its bytes. */
export const getFileDetail: Route = {
  method: 'GET',
  path: '/api/v4/file/{file_id}/detail',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { parameter }) =>
    succeed(encodeFileDetail(await getFile(ctx, parseId(parameter, 'file_id'))), FOUND),
  description: {
    operationId: 'getFileDetail',
    summary: 'Get what is known of a file',
    parameter: fileParameter('file_id'),
    responses: [{ status: 200, description: FOUND, schema: envelopeSchema(fileDetailSchema) }],
    failures: { 404: FILE_FAILURES[404], 503: FILE_FAILURES[503] },
  },
};
