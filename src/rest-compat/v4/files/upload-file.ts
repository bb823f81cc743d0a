import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import { fileTooLarge } from '../../../errors.ts';
import { checkFreeBytes } from '../../../resolvers/files/file-quota.ts';
import type { UploadFileInput } from '../../../resolvers/files/inputs.ts';
import { admitFile, receiveFile } from '../../../resolvers/files/receive-file.ts';
import { type ReceivedFile, uploadFile } from '../../../resolvers/files/upload-file.ts';
import { parseInput } from '../../../validation/validate.ts';
import { isForm, readMultipart } from '../../read-multipart.ts';
import { decline, type Reply, succeed, withReplayHeader } from '../../respond.ts';
import { parseBody, type RestContent, type Route } from '../../route.ts';
import { parseFileOwner } from '../common/parse-file-owner.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { translateIssuePaths } from '../common/translate-issue-paths.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';
import { encodeFile, fileSchema } from './encode-file.ts';
import { FILE_FAILURES } from './file-id.ts';
import { UPLOAD_EXAMPLES, UPLOAD_FORM } from './upload-examples.ts';

const UPLOADED = 'File uploaded';
const INFECTED = 'File infected';

/** Maximum size of a file in a JSON body, which is meant for clients that cannot send a form. */
const JSON_FILE_BYTES_MAX = 5 * 1024 * 1024;
/** Maximum length of the JSON body: the file in base64, and the other members. */
const JSON_BYTES_MAX = Math.ceil(JSON_FILE_BYTES_MAX / 3) * 4 + 16_384;

const wireSchema = z
  .strictObject({
    filename: z.string(),
    content_base64: z.base64(),
    media_type: z.string().optional(),
    cod_tipo_docto: z.string().optional(),
    business_id: idSchema.optional(),
    participant_id: idSchema.optional(),
  })
  .meta({ id: 'FileUploadRequest' });

/** Text parts of the form, in addition to the file. */
const formSchema = z.strictObject({
  cod_tipo_docto: z.string().optional(),
  business_id: z.string().optional(),
  participant_id: z.string().optional(),
});

/** v4 names of the members in issue paths. */
const V4_NAMES = new Map([
  ['fileName', 'filename'],
  ['mediaType', 'media_type'],
  ['typeCode', 'cod_tipo_docto'],
  ['businessId', 'business_id'],
  ['participantId', 'participant_id'],
  ['participant', 'participant_id'],
  ['downloadId', 'file'],
]);

/** v4: Upload file. The v4 document specifies neither path nor bodies. */
export const uploadFileRoute: Route = {
  method: 'POST',
  path: '/api/v4/file/upload',
  caller: 'user',
  toV4Path: (path) => path.map((step) => V4_NAMES.get(step) ?? step),
  readsBodyItself: true,
  faultMessage: 'Server error',
  handle: async (ctx, { content }) => {
    if (isForm(content))
      return await receiveAndStore(
        ctx,
        async (freeBytes) => await readForm(ctx, content, freeBytes),
      );
    try {
      return await receiveAndStore(
        ctx,
        async (freeBytes) => await readJson(ctx, content, freeBytes),
      );
    } catch (error) {
      throw translateIssuePaths(error, toJsonPath);
    }
  },
  description: {
    operationId: 'uploadFile',
    tag: 'Files',
    summary: 'Upload file',
    description:
      'Checks a file and stores it encrypted. With `participant_id` and `cod_tipo_docto`, it is attached to that document of the participant. At most 20 MiB as a form, unless the operator has set another limit, and 5 MiB as JSON.',
    scopes: ['file:write'],
    body: { schema: wireSchema, isRequired: true, examples: UPLOAD_EXAMPLES },
    otherBodies: { 'multipart/form-data': UPLOAD_FORM },
    isIdempotent: true,
    responses: [
      {
        status: 200,
        description: `${UPLOADED}, or ${INFECTED} with success false`,
        schema: envelopeSchema('StoredFile', fileSchema),
      },
    ],
    failures: [FILE_FAILURES.unavailable, QUOTA_EXCEEDED],
  },
};

type Received = { intake: ReceivedFile; input: UploadFileInput };

/** Receives a file from a form or from JSON, and stores it. */
async function receiveAndStore(
  ctx: RequestContext,
  read: (freeBytes: number) => Promise<Received>,
): Promise<Reply> {
  const { intake, input } = await admitFile(ctx, read);
  try {
    return await store(ctx, input, intake);
  } finally {
    await intake.discard();
  }
}

/** Converts an issue path to the member names of the JSON body. */
function toJsonPath(path: string[]): string[] {
  const [member, ...memberPath] = path;
  return member === 'file' || member === 'downloadId' ? ['content_base64', ...memberPath] : path;
}

async function readForm(
  ctx: RequestContext,
  content: RestContent,
  freeBytes: number,
): Promise<Received> {
  let declared = { fileName: '', mediaType: '' };
  const { file, fields } = await readMultipart(content, async ({ bytes, ...part }) => {
    declared = part;
    return await receiveFile(ctx, { ...part, freeBytes }, bytes);
  });
  try {
    const form = parseInput(formSchema, Object.fromEntries(fields));
    return {
      intake: file,
      input: { ...declared, typeCode: form.cod_tipo_docto, ...parseFileOwner(form) },
    };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function readJson(
  ctx: RequestContext,
  content: RestContent,
  freeBytes: number,
): Promise<Received> {
  checkFreeBytes(ctx, 1, freeBytes);
  const wire = parseBody(wireSchema, await content.read(JSON_BYTES_MAX));
  const bytes = Buffer.from(wire.content_base64, 'base64');
  if (bytes.length > JSON_FILE_BYTES_MAX) throw fileTooLarge(JSON_FILE_BYTES_MAX);
  const declared = { fileName: wire.filename, mediaType: wire.media_type ?? '' };
  return {
    intake: await receiveFile(ctx, { ...declared, freeBytes }, toBytes(bytes)),
    input: {
      ...declared,
      typeCode: wire.cod_tipo_docto,
      businessId: wire.business_id,
      participantId: wire.participant_id,
    },
  };
}

async function* toBytes(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function store(
  ctx: RequestContext,
  input: UploadFileInput,
  intake: ReceivedFile,
): Promise<Reply> {
  const uploaded = await uploadFile(ctx, input, intake);
  const data = encodeFile(uploaded.file);
  const isAccepted = uploaded.file.state !== 'infected';
  return withReplayHeader(isAccepted ? succeed(data, UPLOADED) : decline(data, INFECTED), uploaded);
}
