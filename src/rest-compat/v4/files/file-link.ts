import { z } from 'zod';
import { FILE_LINK_PATH } from '../../../domain/files/file.ts';
import { getLinkedFileId } from '../../../resolvers/files/linked-file.ts';
import { putFile } from '../../../resolvers/files/put-file.ts';
import { replyFile } from '../../file-reply.ts';
import { decline, succeed } from '../../respond.ts';
import type { Route, RouteParameter } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { envelopeSchema } from '../common/wire.ts';
import { bytesSchema, encodeFile, fileSchema } from './encode-file.ts';
import { FILE_FAILURES } from './file-id.ts';

const PATH = `${FILE_LINK_PATH}/{token}`;
const RECEIVED = 'File received';
const INFECTED = 'File infected';
const NOT_AWAITED = {
  id: 'BytesNotAwaited',
  status: 409,
  description: 'The upload is already completed, or has expired.',
};

const parameter: RouteParameter = {
  id: 'LinkToken',
  name: 'token',
  in: 'path',
  schema: z.string(),
  description: 'Token of the link, valid for at most five minutes.',
  // Not a valid token, because a real one would have expired.
  example: 'token-of-a-link',
};

/** Downloads a file by a link that a frontend can pass to the browser. Not in the v4 document. */
export const getLinkedFile: Route = {
  method: 'GET',
  path: PATH,
  caller: 'link',
  faultMessage: 'Server error',
  handle: async (ctx, request) =>
    await replyFile(ctx, { fileId: getLinkedFileId(ctx, 'read'), scope: 'any' }, request),
  description: {
    operationId: 'getLinkedFile',
    tag: 'Files',
    summary: 'Get a file by a link',
    description:
      'Returns the file of a link. The link is `downloadUrl` of a file in the GraphQL API.',
    scopes: [],
    parameters: [parameter],
    exampleStatus: 401,
    responses: [],
    returnsFile: true,
    failures: Object.values(FILE_FAILURES),
  },
};

/** Uploads the bytes of a file by a link, after `createFileUpload`. Not in the v4 document. */
export const putLinkedFile: Route = {
  method: 'PUT',
  path: PATH,
  caller: 'link',
  readsBodyItself: true,
  faultMessage: 'Server error',
  handle: async (ctx, { content }) => {
    const file = await putFile(ctx, getLinkedFileId(ctx, 'write'), content.bytes());
    const data = encodeFile(file);
    return file.state === 'infected' ? decline(data, INFECTED) : succeed(data, RECEIVED);
  },
  description: {
    operationId: 'putLinkedFile',
    tag: 'Files',
    summary: 'Send the bytes of a file whose upload was started, by a link',
    description:
      'Stores the bytes of a file whose upload was started. The link is `uploadUrl` of `createFileUpload` in the GraphQL API, and accepts bytes until the upload is completed, is found infected or expires; new bytes replace earlier ones.',
    scopes: [],
    parameters: [parameter],
    otherBodies: {
      'application/octet-stream': { schema: bytesSchema, example: 'nombre,folio\nAna,1\n' },
    },
    exampleStatus: 401,
    responses: [
      {
        status: 200,
        description: `${RECEIVED}, or ${INFECTED} with success false`,
        schema: envelopeSchema('StoredFile', fileSchema),
      },
    ],
    failures: [FILE_FAILURES.notFound, NOT_AWAITED, FILE_FAILURES.unavailable, QUOTA_EXCEEDED],
  },
};
