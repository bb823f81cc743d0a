import type { Db } from '../../../src/db/client.ts';
import { makeBusiness, makeReceipt } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { addTestUser, type TestService } from '../../support/gateway/callers.ts';
import { makeDocumentTarget, NO_DOCUMENT } from './document-target.ts';
import { createSampleSender, makeFileTarget } from './file-target.ts';
import type { Sample, Target } from './samples.ts';
import { makeReportTarget, NO_REPORT } from './socioeconomic-target.ts';
import { makeWebhookTarget, NO_WEBHOOK } from './webhook-target.ts';

export type TargetNeeds = Pick<
  Sample,
  'needsFile' | 'needsDocument' | 'needsReport' | 'needsWebhook'
>;

/** Makes a business of its own with what a sample needs, so that tests need no order. */
export async function makeTargetOf(
  { url, db, service }: { url: string; db: Db; service: TestService },
  {
    needsFile = false,
    needsDocument = false,
    needsReport = false,
    needsWebhook = false,
  }: TargetNeeds,
): Promise<Target> {
  const send = createSampleSender(url, service.headers);
  const ask = async (query: string) => await send('POST', '/graphql', { query });
  const made = await makeBusiness(db, service.serviceId, {
    participants: [{ documents: [['INE', 7]] }],
  });
  const { userId, email } = service;
  const receiptId = await makeReceipt(db, service.serviceId);
  const participantId = made.participantIds[0] ?? 0;
  const personId = 500_000 + participantId;
  const document = needsDocument
    ? await makeDocumentTarget(participantId, { db, service, send })
    : NO_DOCUMENT;
  const files = needsFile
    ? await makeFileTarget(participantId, send)
    : { fileId: 0, readPath: '', writePath: '' };
  const { userId: colleagueId } = await addTestUser(db, service.serviceId);
  const webhook = needsWebhook ? await makeWebhookTarget(db, service.serviceId, ask) : NO_WEBHOOK;
  const report = needsReport ? await makeReportTarget(participantId, ask) : NO_REPORT;
  const users = { userId, email, colleagueId };
  const { id: screeningId } = await makeScreening(db, service.serviceId);
  return {
    businessId: made.id,
    participantId,
    personId,
    receiptId,
    ...users,
    ...files,
    ...document,
    ...webhook,
    ...report,
    screeningId,
  };
}
