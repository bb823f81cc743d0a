import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at } from '../../support/clients/graphql.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
  type Person,
  REPORT,
  recordConsent,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
let person: Person;
beforeAll(async () => {
  await answerQuestionnaire(gateway);
  person = await addPerson(gateway);
});

const foundSchema = z.object({
  status: z.string(),
  version: z.number(),
  corrects: z.number().nullable(),
  consent: z.object({ id: z.number(), revoked_at: z.string().nullable() }),
  report: z.record(z.string(), z.unknown()),
  content_sha256: z.string(),
  signature: z.string().nullable(),
  pdf: z.object({ sha256: z.string(), signature: z.string(), id_descarga: z.number() }).nullable(),
});

async function find(id: number): Promise<z.infer<typeof foundSchema>> {
  const { body } = await gateway.request('GET', `${REPORT}/${id}`);
  return foundSchema.parse(at(body, 'data'));
}

async function getPdf(id: number, query = ''): Promise<Response> {
  return await fetch(`${gateway.url}${REPORT}/${id}/pdf${query}`, {
    headers: gateway.service.headers,
  });
}

async function sumOf(reply: Response): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await reply.arrayBuffer()))
    .digest('hex');
}

async function finalize(reportId: number, more: object = {}): Promise<unknown> {
  return await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId, ...more }]);
}

async function verify(body: object): Promise<unknown> {
  const reply = await gateway.request('POST', '/api/v4/blacklist/report/verify', { body });
  return at(reply.body, 'data');
}

describe('a final report', () => {
  it('is answered as it was signed to whoever makes it final', async () => {
    const reportId = await generateDraft(gateway, person);
    const { body } = await gateway.graphql(
      `mutation ($reportId: SafeInt!) { finalizeSocioeconomicReport(input: { reportId: $reportId }) {
        ... on FinalizeSocioeconomicReportPayload { report { content { json sha256 } } } } }`,
      { reportId },
    );
    const content = at(body, 'data', 'finalizeSocioeconomicReport', 'report', 'content');
    expect(JSON.parse(String(at(content, 'json')))).toMatchObject({ state: 'final' });
    expect(at(content, 'sha256')).toBe((await find(reportId)).content_sha256);
  });

  it('is signed, stored with the files of the business, and told of by ids', async () => {
    const id = await generateDraft(gateway, person);
    expect(await finalize(id, { expectedVersion: 1 })).toMatchObject({
      report: { databaseId: id, status: 'FINAL', version: 1 },
      replayed: false,
    });
    const found = await find(id);
    expect(found).toMatchObject({ status: 'FINAL', report: { state: 'final', id } });
    const pdf = await getPdf(id);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(await sumOf(pdf)).toBe(found.pdf?.sha256);
    const file = await gateway.db
      .selectFrom('files')
      .select(['business_id', 'participant_id'])
      .where('id', '=', found.pdf?.id_descarga ?? 0)
      .executeTakeFirst();
    expect(file).toEqual({ business_id: person.businessId, participant_id: person.participantId });
    const event = await gateway.db
      .selectFrom('business_events')
      .select(['type', 'business_id', 'participant_id', 'report_id'])
      .where('report_id', '=', id)
      .execute();
    const { businessId: business_id, participantId: participant_id } = person;
    expect(event).toEqual([
      { type: 'report_finalized', business_id, participant_id, report_id: id },
    ]);
  });

  it('stays as it is, whatever becomes of the person and of the consent', async () => {
    const id = await generateDraft(gateway, person);
    await finalize(id);
    const before = await find(id);
    await gateway.db
      .updateTable('participants')
      .set({ name: 'Otra' })
      .where('id', '=', person.participantId)
      .execute();
    await runMutation(gateway, ['revokeConsent', { consentId: before.consent.id }]);
    const { consent, ...after } = await find(id);
    expect({ ...after, consent: before.consent }).toEqual(before);
    expect(consent.revoked_at).not.toBeNull();
    const conflict = { __typename: 'ConflictError' };
    expect(await finalize(id)).toMatchObject(conflict);
    const write = { reportId: id, section: 'HOME', expectedVersion: 1 };
    expect(await runMutation(gateway, ['updateSocioeconomicSection', write])).toMatchObject(
      conflict,
    );
  });

  it('is corrected by a new one, which names it', async () => {
    const id = await generateDraft(gateway, person);
    const body = { participant_id: person.participantId, corrects: id };
    const early = await gateway.request('POST', REPORT, { body });
    expect(early).toMatchObject({
      status: 400,
      body: { data: { issues: [{ path: ['corrects'] }] } },
    });
    await finalize(id);
    const made = await gateway.request('POST', REPORT, { body });
    const correction = Number(at(made.body, 'data', 'report_id'));
    await finalize(correction);
    expect(await find(correction)).toMatchObject({ corrects: id, report: { corrects: id } });
  });

  it('is made once of many requests with one key, and of many without', async () => {
    const id = await generateDraft(gateway, person);
    const keyed = await Promise.all(
      [1, 2, 3].map(async () => await finalize(id, { idempotencyKey: `final-${id}` })),
    );
    expect(keyed.map((one) => at(one, 'report', 'status'))).toEqual(['FINAL', 'FINAL', 'FINAL']);
    expect(keyed.filter((one) => at(one, 'replayed') === false)).toHaveLength(1);
    const other = await generateDraft(gateway, person);
    const free = await Promise.all([1, 2, 3].map(async () => await finalize(other)));
    expect(free.filter((one) => at(one, 'report', 'status') === 'FINAL')).toHaveLength(1);
    const { participantId } = person;
    const files = gateway.db.selectFrom('files').select('id').where('state', '=', 'available');
    const finals = gateway.db
      .selectFrom('socioeconomic_reports')
      .select('id')
      .where('status', '=', 'final')
      .where('participant_id', '=', participantId);
    expect(await files.where('participant_id', '=', participantId).execute()).toHaveLength(
      (await finals.execute()).length,
    );
  });

  it('is known for ours by its PDF and by its JSON, and for altered', async () => {
    const id = await generateDraft(gateway, person);
    await finalize(id);
    const { report, pdf, signature } = await find(id);
    const valid = { verdict: 'VALID', kind: 'SOCIOECONOMIC', report_id: id };
    expect(await verify({ sha256: pdf?.sha256 })).toMatchObject({ ...valid, format: 'pdf' });
    expect(await verify({ report })).toMatchObject({ ...valid, format: 'json' });
    expect(await verify({ report, signature })).toMatchObject({ ...valid, format: 'json' });
    const other = { ...report, personName: 'Otra' };
    expect(await verify({ report: other, signature })).toMatchObject({ verdict: 'ALTERED' });
    expect(await verify({ report: other })).toMatchObject({ verdict: 'ALTERED', report_id: id });
  });
});

describe('what is no final report yet', () => {
  it('is no PDF unless it is asked for as a draft', async () => {
    const id = await generateDraft(gateway, person);
    const refused = await getPdf(id);
    expect([refused.status, at(await refused.json(), 'code_message')]).toEqual([
      409,
      'report_not_final',
    ]);
    const [one, again] = [await getPdf(id, '?draft=1'), await getPdf(id, '?draft=1')];
    expect(one.headers.get('content-disposition')).toContain('borrador');
    expect(await sumOf(one)).toBe(await sumOf(again));
    expect((await getPdf(id, '?draft=yes')).status).toBe(400);
  });

  it('does not become one once the consent is revoked', async () => {
    const consentId = await recordConsent(gateway, person);
    const reply = await gateway.request('POST', REPORT, {
      body: { participant_id: person.participantId },
    });
    const reportId = Number(at(reply.body, 'data', 'report_id'));
    await runMutation(gateway, ['revokeConsent', { consentId }]);
    expect(await finalize(reportId)).toMatchObject({ __typename: 'ConsentRequiredError' });
  });

  it('does not become one that nobody has seen', async () => {
    const id = await generateDraft(gateway, person);
    const write = { reportId: id, section: 'HOME', expectedVersion: 1 };
    await runMutation(gateway, ['updateSocioeconomicSection', write]);
    expect(await finalize(id, { expectedVersion: 1 })).toMatchObject({
      __typename: 'VersionConflictError',
      currentVersion: 2,
    });
  });
});
