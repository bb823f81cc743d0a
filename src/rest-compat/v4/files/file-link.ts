import { z } from 'zod';
import { FILE_LINK_PATH } from '../../../domain/file.ts';
import { getLinkedFileId } from '../../../resolvers/files/linked-file.ts';
import { putFile } from '../../../resolvers/files/put-file.ts';
import { replyFile } from '../../file-reply.ts';
import { decline, succeed } from '../../respond.ts';
import type { Route, RouteDescription } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { encodeFile, fileSchema } from './encode-file.ts';
import { FILE_FAILURES } from './file-id.ts';

const PATH = `${FILE_LINK_PATH}/{token}`;
const RECEIVED = 'File received';
const INFECTED = 'File infected';

const parameter: RouteDescription['parameter'] = {
  name: 'token',
  in: 'path',
  schema: z.string(),
  description: 'As it stands in the link, which holds five minutes at most and needs no headers.',
};

/** Ours: a file by a link that a frontend can hand to the browser. */
export const getLinkedFile: Route = {
  method: 'GET',
  path: PATH,
  caller: 'link',
  faultMessage: 'Server error',
  handle: async (ctx, request) =>
    await replyFile(ctx, { fileId: getLinkedFileId(ctx, 'read'), of: 'any' }, request),
  description: {
    operationId: 'getLinkedFile',
    summary: 'Get a file by a link',
    parameter,
    responses: [],
    answersFile: true,
    failures: FILE_FAILURES,
  },
};

/** Ours: where the bytes of an announced file go. */
export const putLinkedFile: Route = {
  method: 'PUT',
  path: PATH,
  caller: 'link',
  takesBytes: true,
  faultMessage: 'Server error',
  handle: async (ctx, { content }) => {
    const file = await putFile(ctx, getLinkedFileId(ctx, 'write'), content.bytes());
    const data = encodeFile(file);
    return file.state === 'infected' ? decline(data, INFECTED) : succeed(data, RECEIVED);
  },
  description: {
    operationId: 'putLinkedFile',
    summary: 'Send the bytes of an announced file by a link',
    parameter,
    otherBodies: { 'application/octet-stream': {} },
    responses: [
      {
        status: 200,
        description: `${RECEIVED}, or ${INFECTED} with success false`,
        schema: envelopeSchema(fileSchema),
      },
    ],
    failures: { 404: FILE_FAILURES[404], 409: 'No bytes are awaited', 503: FILE_FAILURES[503] },
  },
};
