import { loadConfig } from '../../../src/config/config.ts';
import type { Db } from '../../../src/db/client.ts';
import { setServiceTrustedOnly } from '../../../src/resolvers/service/set-service-trusted-only.ts';
import {
  type AddedDocuments,
  addTrustedDocuments,
} from '../../../src/resolvers/trusted-document/add-trusted-documents.ts';
import { createTrustedDocumentCheck } from '../../../src/schema/serving/check-trusted-document.ts';
import { createTestService, createTestTokens, type TestService } from '../gateway/callers.ts';

/** Adds trusted documents to a service by their ids, as the command line does. */
export async function trustDocuments(
  db: Db,
  service: string,
  texts: Record<string, string>,
): Promise<AddedDocuments> {
  const documents = Object.entries(texts).map(([id, text]) => ({ id, text }));
  const check = createTrustedDocumentCheck(loadConfig({}).document);
  return await addTrustedDocuments(db, { service, documents, check });
}

/**
 * Creates a service with these trusted documents; with 'only', it runs no others. No gateway has cached its caller yet.
 */
export async function makeTrustingService(
  db: Db,
  texts: Record<string, string>,
  rule: 'any' | 'only' = 'only',
): Promise<TestService> {
  const made = await createTestService(db, await createTestTokens(db));
  await trustDocuments(db, made.service, texts);
  await setServiceTrustedOnly(db, { service: made.service, trustedOnly: rule === 'only' });
  return made;
}
