import { vi } from 'vitest';
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

/** Only a reading that never ends takes this long. */
const UNTIL_READ = { interval: 100, timeout: 60_000 };

/**
 * A request stops waiting after two seconds, which the start of a reader process may take; the reading continues and
 * keeps its reader. Asks again until a reading ends within its request.
 */
async function readNow(documentId: number, send: Send): Promise<number> {
  return await vi.waitFor(async () => {
    const read = await send('POST', '/api/v4/document/extract', { file_id: documentId });
    if (at(read, 'data', 'status') === 'queued') throw new Error('The document is still queued.');
    return Number(at(read, 'data', 'extraction_id'));
  }, UNTIL_READ);
}
