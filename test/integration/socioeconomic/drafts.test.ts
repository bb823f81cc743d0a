import { beforeAll, describe, expect, it } from 'vitest';
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
import { listTablesHolding } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
let person: Person;
beforeAll(async () => {
  await answerQuestionnaire(gateway);
  person = await addPerson(gateway);
});

const CONTENT = `query ($id: SafeInt!) { socioeconomicReport(id: $id) { status version answersOfUserId
  participant { databaseId } consent { textVersion revokedAt } pdf { sha256 }
  content { title sha256 figures { key value isPartial inputs { key value of } }
    missing { section field reason }
    sections { key fields { key value { text } source { kind field userId } }
      groups { key rows { cells { value { money } source { kind question userId } } } } } } } }`;

describe('a draft', () => {
  it('needs that the person agreed', async () => {
    const unasked = await addPerson(gateway, 'Eva');
    const { participantId } = unasked;
    const body = { participant_id: participantId };
    const reply = await gateway.request('POST', REPORT, { body });
    expect(reply).toMatchObject({ status: 409, body: { code_message: 'consent_required' } });
    const input = { participant: { databaseId: participantId } };
    expect(await runMutation(gateway, ['generateSocioeconomicReport', input])).toMatchObject({
      __typename: 'ConsentRequiredError',
      code: 'CONSENT_REQUIRED',
    });
    const consentId = await recordConsent(gateway, unasked);
    expect((await gateway.request('POST', REPORT, { body })).status).toBe(200);
    await runMutation(gateway, ['revokeConsent', { consentId }]);
    expect((await gateway.request('POST', REPORT, { body })).status).toBe(409);
  });

  it('holds what is stored, each value with its source, and the figures of it', async () => {
    const id = await generateDraft(gateway, person);
    const { body } = await gateway.graphql(CONTENT, { id });
    const report = at(body, 'data', 'socioeconomicReport');
    const { userId } = gateway.service;
    expect(report).toMatchObject({
      status: 'DRAFT',
      version: 1,
      answersOfUserId: userId,
      participant: { databaseId: person.participantId },
      consent: { textVersion: '2026-01', revokedAt: null },
      pdf: null,
    });
    expect(at(report, 'content', 'sections', 0, 'fields', 0)).toEqual({
      key: 'full_name',
      value: { text: 'Inés Peñaloza Ñáñez' },
      source: { kind: 'PARTICIPANT', field: 'fullName', userId: null },
    });
    const figures = at(report, 'content', 'figures');
    const values = Array.isArray(figures)
      ? figures.slice(0, 4).map((one) => [at(one, 'key'), at(one, 'value')])
      : [];
    expect(values).toEqual([
      ['TOTAL_INCOME', 2_850_000],
      ['TOTAL_EXPENSES', 1_940_000],
      ['BALANCE', 910_000],
      ['SAVINGS_RATE', 3193],
    ]);
    expect(JSON.stringify(report)).toContain(
      `"kind":"ANSWER","question":"socio_finances_incomes_1_amount"`,
    );
  });

  it('is the same in v4, which lists what is missing', async () => {
    const id = await generateDraft(gateway, person);
    const { status, body } = await gateway.request('GET', `${REPORT}/${id}`);
    const graph = await gateway.graphql(CONTENT, { id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        report_id: id,
        status: 'DRAFT',
        version: 1,
        participant_id: person.participantId,
        pdf: null,
        content_sha256: at(graph.body, 'data', 'socioeconomicReport', 'content', 'sha256'),
        report: { kind: 'socioeconomic-report', personName: 'Inés Peñaloza Ñáñez' },
      },
    });
    const missing = at(body, 'data', 'missing');
    expect(missing).toContainEqual(
      expect.objectContaining({ section: 'housing', reason: 'no_information' }),
    );
  });

  it('is filled in only where that was asked for', async () => {
    await recordConsent(gateway, person);
    const { body } = await gateway.request('POST', REPORT, {
      body: { participant_id: person.participantId, sections: ['general'] },
    });
    const figures = at(body, 'data', 'figures', 0);
    expect(figures).toMatchObject({ key: 'total_income', value: null });
  });

  it('is stored sealed, and leaves no word in records and logs', async () => {
    const reportId = await generateDraft(gateway, person);
    const value = { text: 'Peñaloza vive con Canaria' };
    const input = { reportId, section: 'VISIT', fields: [{ key: 'remarks', value }] };
    await runMutation(gateway, ['updateSocioeconomicSection', { ...input, expectedVersion: 1 }]);
    await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId }]);
    expect(await listTablesHolding(gateway.db, 'Canaria')).toEqual([]);
    const holding = await listTablesHolding(gateway.db, 'Peñaloza');
    expect(holding).toEqual(['participants']);
    expect(gateway.logs).not.toMatch(/Peñaloza|Canaria/);
  });

  it('is known again by the key of its request, on either wire', async () => {
    await recordConsent(gateway, person);
    const headers = { ...gateway.service.headers, 'idempotency-key': 'one-draft' };
    const body = { participant_id: person.participantId };
    const first = await gateway.request('POST', REPORT, { headers, body });
    const second = await gateway.request('POST', REPORT, { headers, body });
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(second.body).toEqual(first.body);
    const input = { participant: { databaseId: person.participantId } };
    const onGraph = await runMutation(gateway, ['generateSocioeconomicReport', input], headers);
    expect(onGraph).toMatchObject({ replayed: true });
    expect(at(onGraph, 'report', 'databaseId')).toBe(at(first.body, 'data', 'report_id'));
  });
});

describe('a section of a draft', () => {
  it('is written by whoever has seen the version, and tells who typed it', async () => {
    const reportId = await generateDraft(gateway, person);
    const input = {
      reportId,
      section: 'HOME',
      expectedVersion: 1,
      fields: [{ key: 'directions', value: { text: 'Frente al parque' } }],
    };
    expect(await runMutation(gateway, ['updateSocioeconomicSection', input])).toMatchObject({
      report: { databaseId: reportId, status: 'DRAFT', version: 2 },
    });
    expect(await runMutation(gateway, ['updateSocioeconomicSection', input])).toMatchObject({
      __typename: 'VersionConflictError',
      currentVersion: 2,
    });
    const { body } = await gateway.graphql(CONTENT, { id: reportId });
    const sections = at(body, 'data', 'socioeconomicReport', 'content', 'sections', 2, 'fields');
    expect(sections).toContainEqual({
      key: 'directions',
      value: { text: 'Frente al parque' },
      source: { kind: 'TYPED', field: null, userId: gateway.service.userId },
    });
  });

  it.each([
    ['an amount below nothing', { money: -1 }, 'TOO_SMALL'],
    ['an amount that nobody has', { money: 1_000_000_000_001 }, 'TOO_LARGE'],
    ['a text that says nothing', { text: ' ' }, 'TOO_SHORT'],
    ['a value of another kind', { text: 'mucho' }, 'WRONG_TYPE'],
  ])('refuses %s', async (_what, value, code) => {
    const reportId = await generateDraft(gateway, person);
    const fields = [{ key: 'savings', value }];
    const input = { reportId, section: 'FINANCES', expectedVersion: 1, fields };
    const refused = await runMutation(gateway, ['updateSocioeconomicSection', input]);
    expect(refused).toMatchObject({ __typename: 'InputValidationError' });
    expect(at(refused, 'issues', 0, 'path', 0)).toBe('fields');
    expect(at(refused, 'issues', 0, 'code')).toBe(code);
  });

  it('refuses a field that the template does not have', async () => {
    const reportId = await generateDraft(gateway, person);
    const fields = [{ key: 'nope', value: { text: 'x' } }];
    const input = { reportId, section: 'HOME', expectedVersion: 1, fields };
    expect(await runMutation(gateway, ['updateSocioeconomicSection', input])).toMatchObject({
      issues: [{ code: 'NOT_FOUND' }],
    });
  });
});
