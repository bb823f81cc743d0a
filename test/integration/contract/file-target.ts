import { at } from '../../support/clients/graphql.ts';
import { readReply } from '../../support/clients/read-reply.ts';
import { SENT_FILE } from './file-samples.ts';
import type { Target } from './samples.ts';

/** Sends a request as the service that the target is of, and answers its body. */
type Send = (method: string, path: string, body: object) => Promise<unknown>;

const ANNOUNCE = `mutation { createFileUpload(input: { fileName: "b.csv", mediaType: "text/csv",
  byteCount: ${SENT_FILE.length} }) { ... on CreateFileUploadPayload { uploadUrl } } }`;

/** The part of a target that is about files: one that becomes the participant's INE, and two links. */
export async function makeFileTarget(
  participantId: number,
  send: Send,
): Promise<Pick<Target, 'fileId' | 'readPath' | 'writePath'>> {
  const uploaded = await send('POST', '/api/v4/file/upload', {
    filename: 'ine.csv',
    content_base64: Buffer.from(SENT_FILE).toString('base64'),
    participant_id: participantId,
    cod_tipo_docto: 'INE',
  });
  const fileId = Number(at(uploaded, 'data', 'file_id'));
  const query = `{ file(by: { databaseId: ${fileId} }) { downloadUrl } }`;
  const read = await send('POST', '/graphql', { query });
  const announced = await send('POST', '/graphql', { query: ANNOUNCE });
  return {
    fileId,
    readPath: String(at(read, 'data', 'file', 'downloadUrl')),
    writePath: String(at(announced, 'data', 'createFileUpload', 'uploadUrl')),
  };
}

/** Sends samples to a gateway as that caller, and answers their bodies. */
export function createSampleSender(url: string, headers: Record<string, string>) {
  return async (method: string, path: string, body?: object | string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return parseSampleReply(await readReply(response));
  };
}

/** Of the samples' answers only those of the file itself and of a report are no JSON. */
function parseSampleReply(text: string): unknown {
  return text === SENT_FILE || text.startsWith('%PDF-') ? { data: text } : JSON.parse(text);
}
