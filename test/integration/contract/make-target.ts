import { makeBusiness, makeReceipt } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import { makeDocumentTarget, NO_DOCUMENT } from './document-target.ts';
import { makeFileTarget } from './file-target.ts';
import type { Sample, Target } from './samples.ts';
import { makeReportTarget, NO_REPORT } from './socioeconomic-target.ts';
import { makeWebhookTarget, NO_WEBHOOK } from './webhook-target.ts';

export type TargetNeeds = Pick<
  Sample,
  'needsFile' | 'needsDocument' | 'needsReport' | 'needsWebhook'
>;

/** Makes a business of its own with what a sample needs, so that tests need no order. */
export async function makeTargetOf(
  gateway: Gateway,
  {
    needsFile = false,
    needsDocument = false,
    needsReport = false,
    needsWebhook = false,
  }: TargetNeeds,
): Promise<Target> {
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, {
    participants: [{ documents: [['INE', 7]] }],
  });
  const { userId, email } = service;
  const receiptId = await makeReceipt(db, service.serviceId);
  const participantId = made.participantIds[0] ?? 0;
  const personId = 500_000 + participantId;
  const sendOne = async (method: string, path: string, body: object) =>
    (await gateway.request(method, path, { body })).body;
  const document = needsDocument ? await makeDocumentTarget(participantId, sendOne) : NO_DOCUMENT;
  const files = needsFile
    ? await makeFileTarget(participantId, sendOne)
    : { fileId: 0, readPath: '', writePath: '' };
  const { userId: colleagueId } = await addTestUser(db, service.serviceId);
  const ask = async (query: string) => (await gateway.graphql(query)).body;
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
