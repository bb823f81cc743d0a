import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makePdf, uploadAndGetId } from '../../support/data/files.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
  type Person,
  REPORT,
  recordConsent,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
let person: Person;
let companyId = 0;
beforeAll(async () => {
  await answerQuestionnaire(gateway);
  person = await addPerson(gateway);
  await recordConsent(gateway, person);
  const { id, participantIds } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [{ personType: 'legal', name: 'Comercial Inventada' }],
  });
  if (id === 0) throw new Error('There is a business.');
  [companyId = 0] = participantIds;
});

async function post(body: object): Promise<unknown> {
  const reply = await gateway.request('POST', REPORT, { body });
  const { status } = reply;
  return {
    status,
    code: at(reply.body, 'code_message'),
    issue: at(reply.body, 'data', 'issues', 0),
  };
}

describe('a report', () => {
  it('400 is of a natural person', async () => {
    expect(await post({ participant_id: companyId })).toMatchObject({
      status: 400,
      issue: { path: ['participant_id'], code: 'not_allowed' },
    });
    const input = {
      participant: { databaseId: companyId },
      purpose: 'SOCIOECONOMIC_REPORT',
      textVersion: '1',
    };
    expect(await runMutation(gateway, ['recordConsent', input])).toMatchObject({
      __typename: 'InputValidationError',
    });
  });

  it('404 is of somebody whom the service has', async () => {
    const missing = { status: 404, code: 'not_found' };
    expect(await post({ participant_id: 999_999 })).toMatchObject(missing);
    expect(await post({ id_persona: 999_999 })).toMatchObject(missing);
    const input = { participant: { databaseId: 999_999 } };
    expect(await runMutation(gateway, ['generateSocioeconomicReport', input])).toMatchObject({
      __typename: 'ParticipantNotFoundError',
    });
  });

  it.each([
    ['both ways to name somebody', { id_persona: 1 }, 'exactly_one'],
    ['a section that no report has', { sections: ['garden'] }, 'not_allowed'],
    ['a section twice', { sections: ['home', 'home'] }, 'duplicate'],
    ['a template that the service has not', { template: 'nope' }, 'not_found'],
    ['a user that the service has not', { answers_of_user_id: 999_999 }, 'not_found'],
    ['a report to correct that is none', { corrects: 999_999 }, 'not_found'],
    ['a member that there is not', { score: 1 }, 'unknown_field'],
  ])('400 refuses %s, and nothing is written', async (_what, more, code) => {
    const before = await dumpTables(gateway.db);
    const body = { participant_id: person.participantId, ...more };
    expect(await post(body)).toMatchObject({ status: 400, issue: { code } });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('is made of the answers of the user that is named, and of nobody else’s', async () => {
    const { userId } = await addTestUser(gateway.db, gateway.service.serviceId);
    const { body } = await gateway.request('POST', REPORT, {
      body: { participant_id: person.participantId, answers_of_user_id: userId },
    });
    expect(at(body, 'data')).toMatchObject({
      answers_of_user_id: userId,
      figures: [{ key: 'total_income', value: null }, {}, {}, {}, {}, {}, {}],
    });
  });

  it('tells what was answered and cannot be taken, and does not guess', async () => {
    const { userId } = await addTestUser(gateway.db, gateway.service.serviceId);
    const answers = [
      { question: 'socio_finances_incomes_1_amount', answer: '25.000' },
      { question: 'socio_finances_expenses_1_amount', answer: '-5' },
    ];
    const path = '/api/v4/quiz/answers/import/api';
    await gateway.request('POST', path, {
      body: { user_id: userId, templates: ['socioeconomic-default'], answers },
    });
    const { body } = await gateway.request('POST', REPORT, {
      body: { participant_id: person.participantId, answers_of_user_id: userId },
    });
    const reasons = JSON.stringify(at(body, 'data', 'missing'));
    expect(reasons).toContain('"reason":"ambiguous"');
    expect(reasons).toContain('"reason":"negative"');
  });
});

function consentOf({ participantId }: Person): object {
  return {
    participant: { databaseId: participantId },
    purpose: 'SOCIOECONOMIC_REPORT',
    textVersion: '1',
  };
}

describe('a consent', () => {
  it.each([
    ['in the future', { givenAt: '2999-01-01T00:00:00Z' }, 'givenAt'],
    ['an instant before the law', { givenAt: '2010-07-05T23:59:59Z' }, 'givenAt'],
    ['evidence that nobody has', { evidenceFileId: 999_999 }, 'evidenceFileId'],
    ['a blank version', { textVersion: ' ' }, 'textVersion'],
  ])('refuses %s', async (_what, more, member) => {
    const refused = await runMutation(gateway, [
      'recordConsent',
      { ...consentOf(person), ...more },
    ]);
    expect(refused).toMatchObject({ issues: [{ path: [member] }] });
  });

  it('is shown by a file of their own or of the business, and of nobody else', async () => {
    const { db, service } = gateway;
    const participants = [{ name: 'Una' }, { name: 'Otra' }];
    const { id, participantIds } = await makeBusiness(db, service.serviceId, { participants });
    const [mine = 0, others = 0] = participantIds;
    const recorded = async (fields: Record<string, string>): Promise<unknown> => {
      const evidenceFileId = await uploadAndGetId(gateway, { bytes: makePdf(), fields });
      const consent = consentOf({ businessId: id, participantId: mine });
      return await runMutation(gateway, ['recordConsent', { ...consent, evidenceFileId }]);
    };
    const payload = { __typename: 'RecordConsentPayload' };
    expect(await recorded({ participant_id: `${mine}` })).toMatchObject(payload);
    expect(await recorded({ business_id: `${id}` })).toMatchObject(payload);
    expect(await recorded({ participant_id: `${others}` })).toMatchObject({
      issues: [{ path: ['evidenceFileId'], code: 'NOT_ALLOWED' }],
    });
  });

  it('is ended once, and unknown ones are not found', async () => {
    const consentId = await recordConsent(gateway, person);
    const ended = await runMutation(gateway, ['revokeConsent', { consentId }]);
    expect(at(ended, 'consent', 'revokedAt')).not.toBeNull();
    expect(await runMutation(gateway, ['revokeConsent', { consentId }])).toEqual(ended);
    expect(await runMutation(gateway, ['revokeConsent', { consentId: 999_999 }])).toMatchObject({
      __typename: 'ConsentNotFoundError',
    });
  });
});

describe('what a participant has', () => {
  it('is listed newest first, for many participants in as many statements as for one', async () => {
    const people = [await addPerson(gateway, 'Uno'), await addPerson(gateway, 'Dos')];
    for (const one of people) for (const _ of [1, 2]) await generateDraft(gateway, one);
    const list = async (ids: number[]) => {
      const fields = ids.map(
        (id) => `p${id}: participant(by: { databaseId: ${id} }) {
          socioeconomicReports(first: 1) { totalCount pageInfo { hasNextPage } nodes { databaseId content { sha256 } } }
          consents { totalCount nodes { revokedAt } } }`,
      );
      // Authenticates, which is remembered for a moment.
      await gateway.graphql('{ viewer { service } }');
      gateway.statements.length = 0;
      const { body } = await gateway.graphql(`{ ${fields.join(' ')} }`);
      return { body, count: gateway.statements.length };
    };
    const ids = people.map((one) => one.participantId);
    await list(ids);
    const one = await list(ids.slice(0, 1));
    const both = await list(ids);
    expect(JSON.stringify(both.body)).not.toContain('errors');
    expect(both.count).toBe(one.count);
    expect(at(both.body, 'data', `p${ids[1]}`)).toMatchObject({
      socioeconomicReports: { totalCount: 2, pageInfo: { hasNextPage: true } },
      consents: { totalCount: 2, nodes: [{ revokedAt: null }, { revokedAt: null }] },
    });
  });

  it('goes with the participant', async () => {
    const gone = await addPerson(gateway, 'Eva');
    await generateDraft(gateway, gone);
    await gateway.request('POST', `/api/v4/fiduciary/${gone.businessId}/complete`, {
      body: { delete_mode: 'all' },
    });
    const { rows } = await sql`
      select id from consents where participant_id = ${gone.participantId}
      union all select id from socioeconomic_reports where participant_id = ${gone.participantId}
    `.execute(gateway.db);
    expect(rows).toEqual([]);
  });
});
