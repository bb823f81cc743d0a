import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import type { Target } from './samples.ts';

/** Sends a request as the service that the target is of, and answers its body. */
type Send = (method: string, path: string, body: object) => Promise<unknown>;

export const NO_DOCUMENT: Pick<Target, 'documentId' | 'extractionId'> = {
  documentId: 0,
  extractionId: 0,
};

/** The part of a target that is about what documents say: a certificate of the participant, and a reading of it. */
export async function makeDocumentTarget(
  participantId: number,
  send: Send,
): Promise<Pick<Target, 'documentId' | 'extractionId'>> {
  const uploaded = await send('POST', '/api/v4/file/upload', {
    filename: 'constancia.pdf',
    content_base64: CERTIFICATE.toString('base64'),
    participant_id: participantId,
  });
  const documentId = Number(at(uploaded, 'data', 'file_id'));
  return { documentId, extractionId: await readNow(documentId, send) };
}

const TRIES_MAX = 25;

/** A busy machine leaves to the queue what it cannot read in two seconds: it is asked again until it can. */
async function readNow(documentId: number, send: Send): Promise<number> {
  let read: unknown;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    read = await send('POST', '/api/v4/document/extract', { file_id: documentId });
    if (at(read, 'data', 'status') !== 'queued') break;
  }
  return Number(at(read, 'data', 'extraction_id'));
}
