import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Db } from '../../../src/db/client.ts';
import type { DocumentReaders, ReadingOutcome } from '../../../src/domain/extraction/extraction.ts';
import { createDetachedReadings } from '../../../src/extraction/reader/detached-readings.ts';
import { extractDocument } from '../../../src/resolvers/extraction/extract-document.ts';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import type { TestService } from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import type { Target } from './samples.ts';

/** Service that the target belongs to, and a function that sends its requests and returns their bodies. */
type Owner = {
  db: Db;
  service: TestService;
  send: (method: string, path: string, body: object) => Promise<unknown>;
};

export const NO_DOCUMENT: Pick<Target, 'documentId' | 'extractionId'> = {
  documentId: 0,
  extractionId: 0,
};

/** Creates a certificate of the participant, and a finished extraction of it. */
export async function makeDocumentTarget(
  participantId: number,
  { db, service, send }: Owner,
): Promise<Pick<Target, 'documentId' | 'extractionId'>> {
  const uploaded = await send('POST', '/api/v4/file/upload', {
    filename: 'constancia.pdf',
    content_base64: CERTIFICATE.toString('base64'),
    participant_id: participantId,
  });
  const documentId = Number(at(uploaded, 'data', 'file_id'));
  const vault = await openVault();
  const ctx = { ...(await createTestContext(db, service)), files: { vault }, readers: READERS };
  const { extraction } = await extractDocument(ctx, { file: { databaseId: documentId } });
  vault.close();
  return { documentId, extractionId: extraction.id };
}

/** Keys of the gateways of tests, without their folder: the bytes of every file are those of the certificate. */
async function openVault(): Promise<FileVault> {
  const { files: options } = loadConfig(nameFileFolder().env);
  const vault = await createFileVault({ options, onFault: () => undefined });
  return { ...vault, read: async () => await Promise.resolve(sendCertificate()) };
}

async function* sendCertificate(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(CERTIFICATE);
}

const READ: ReadingOutcome = {
  kind: 'read',
  extracted: {
    kind: 'tax_status_certificate',
    confidence: 1,
    fields: [
      {
        name: 'rfc',
        value: 'EKU9003173C9',
        confidence: 1,
        source: 'text',
        page: 1,
        box: { left: 0.1, top: 0.1, width: 0.1, height: 0.1 },
        recoveredFrom: null,
      },
    ],
    missing: [],
    checks: [],
    needsReview: false,
  },
  pageCount: 1,
  pagesRead: 1,
  durationMs: 1,
};

/** A reader process has a lower priority, and may take minutes to start on a busy machine. */
const READER = {
  read: async () => await Promise.resolve(READ),
  release: () => undefined,
};
const READERS: DocumentReaders = {
  engine: 'fake',
  count: 1,
  acquire: async () => await Promise.resolve(READER),
  tryAcquire: () => READER,
  detached: createDetachedReadings(),
};
