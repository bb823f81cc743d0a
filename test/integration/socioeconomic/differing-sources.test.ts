import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { readPages } from '../../support/data/read-printed.ts';
import {
  answerQuestionnaire,
  generateDraft,
  type Person,
  REPORT,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { digestTables } from '../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const STORED = '5511223344';
const ANSWERED = '5599887766';

const gateway = useGateway({ WORKER: 'off' });
let person: Person;
beforeAll(async () => {
  await answerQuestionnaire(gateway, [{ question: 'socio_general_phone', answer: ANSWERED }]);
  const participants = [{ name: 'Inés', phoneCountryCode: '+52', phoneNumber: STORED }];
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
  person = { businessId: made.id, participantId: made.participantIds[0] ?? 0 };
});

async function finalize(reportId: number, more: object = {}): Promise<unknown> {
  return await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId, ...more }]);
}

async function typePhone(reportId: number, phone: string): Promise<unknown> {
  const fields = [{ key: 'phone', value: { text: phone } }];
  const input = { reportId, section: 'GENERAL', expectedVersion: 1, fields };
  return await runMutation(gateway, ['updateSocioeconomicSection', input]);
}

async function readStatus(id: number): Promise<unknown> {
  const { body } = await gateway.request('GET', `${REPORT}/${id}`);
  return [at(body, 'data', 'status'), at(body, 'data', 'version')];
}

describe('a report with a value of which another source states a different one', () => {
  it('lists it with the other source on both wires', async () => {
    const id = await generateDraft(gateway, person);
    const { body } = await gateway.graphql(
      `query ($id: SafeInt!) { socioeconomicReport(id: $id) { content { contradictions {
        kind fields { section group row field label }
        sources { kind userId questionnaire question } } } } }`,
      { id },
    );
    const place = { section: 'general', group: null, row: null, field: 'phone', label: 'Teléfono' };
    const answer = { questionnaire: 'socioeconomic-default', question: 'socio_general_phone' };
    const { userId } = gateway.service;
    expect(at(body, 'data', 'socioeconomicReport', 'content', 'contradictions')).toEqual([
      {
        kind: 'SOURCES_DIFFER',
        fields: [{ ...place, section: 'GENERAL' }],
        sources: [{ kind: 'ANSWER', userId, ...answer }],
      },
    ]);
    const v4 = await gateway.request('GET', `${REPORT}/${id}`);
    const none = { field: null, extraction_id: null, screening_id: null, at: null };
    expect(at(v4.body, 'data', 'contradictions')).toEqual([
      {
        kind: 'sources_differ',
        fields: [place],
        sources: [{ kind: 'answer', user_id: userId, ...answer, ...none }],
      },
    ]);
  });

  it('stays a draft until that is acknowledged, and the refusal names the field alone', async () => {
    const id = await generateDraft(gateway, person);
    const before = await digestTables(gateway.db);
    const refused = await finalize(id, { expectedVersion: 1, acknowledge: ['STORED_RFC'] });
    const message = 'Must name SOURCES_DIFFER, or correct the draft: general.phone';
    expect(refused).toMatchObject({
      __typename: 'InputValidationError',
      issues: [{ path: ['acknowledge'], code: 'NOT_ACKNOWLEDGED', message }],
    });
    expect(JSON.stringify(refused)).not.toMatch(new RegExp(`${STORED}|${ANSWERED}`));
    const after = await digestTables(gateway.db);
    // The access to the personal information is recorded.
    expect({ ...after, audit_events: '' }).toEqual({ ...before, audit_events: '' });

    const done = await finalize(id, { expectedVersion: 1, acknowledge: ['SOURCES_DIFFER'] });
    expect(done).toMatchObject({ report: { status: 'FINAL' } });
    const url = `${gateway.url}${REPORT}/${id}/pdf`;
    const pdf = await fetch(url, { headers: gateway.service.headers });
    const text = (await readPages(Buffer.from(await pdf.arrayBuffer()))).join(' ');
    expect(text).toContain(
      'Teléfono (1. Datos generales) Otra fuente tiene un valor distinto: Cuestionario de ',
    );
  });

  it('is not finalized when another officer changes it after the preview', async () => {
    const id = await generateDraft(gateway, person);
    expect(await typePhone(id, '5500000000')).toMatchObject({ report: { version: 2 } });
    const acknowledge = ['SOURCES_DIFFER'];
    expect(await finalize(id, { expectedVersion: 1, acknowledge })).toMatchObject({
      __typename: 'VersionConflictError',
      currentVersion: 2,
    });
    expect(await readStatus(id)).toEqual(['DRAFT', 2]);
    // A typed value has no other sources.
    expect(await finalize(id, { expectedVersion: 2 })).toMatchObject({
      report: { status: 'FINAL' },
    });
  });

  it('takes one of a change and a finalization of the same version', async () => {
    const id = await generateDraft(gateway, person);
    const results = await Promise.all([
      finalize(id, { expectedVersion: 1, acknowledge: ['SOURCES_DIFFER'] }),
      typePhone(id, '5500000000'),
    ]);
    expect(results.filter((result) => at(result, 'report') !== undefined)).toHaveLength(1);
  });

  it('is unknown to another service, acknowledged or not', async () => {
    const id = await generateDraft(gateway, person);
    const { db } = gateway;
    const { headers } = await createTestService(db, await createTestTokens(db));
    for (const acknowledge of [[], ['SOURCES_DIFFER']]) {
      const input = { reportId: id, acknowledge };
      const refused = await runMutation(gateway, ['finalizeSocioeconomicReport', input], headers);
      expect(refused).toMatchObject({ code: 'REPORT_NOT_FOUND' });
    }
    expect(await readStatus(id)).toEqual(['DRAFT', 1]);
  });
});
