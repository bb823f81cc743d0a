import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, dataOf, INSTANT } from '../../../support/clients/graphql.ts';
import { makeTemplate } from '../../../support/data/factories.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { addTestUser } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let userId = 0;

const IMPORT = `mutation ($input: ImportAnswersInput!) { importAnswers(input: $input) {
  __typename
  ... on ImportAnswersPayload {
    templates { processed failed { key reason } }
    combinedFrom { processed failed { key reason } }
    questionnaires { key userId updatedAt answers { question answer source combinedFrom } }
    ignoredQuestions replayed
  }
  ... on UserError { message code }
  ... on InputValidationError { issues { path message } }
} }`;

beforeAll(async () => {
  const { db, service } = gateway;
  const templates = { kyc: ['q1', 'q2'], pep: ['q2', 'q3'], source: ['q1'], empty: [] };
  for (const [key, questions] of Object.entries(templates))
    await makeTemplate(db, service.serviceId, { key, questions });
});

beforeEach(async () => {
  userId = (await addTestUser(gateway.db, gateway.service.serviceId)).userId;
});

async function importAnswers(input: object) {
  const reply = await gateway.graphql(IMPORT, { input: { userId, ...input } });
  return at(dataOf(reply), 'importAnswers');
}

const answer = (question: string, text: string) => ({ question, answer: text });
const keys = (count: number) => Array.from({ length: count }, () => 'kyc');
const repeat = (count: number) => Array.from({ length: count }, () => answer('q1', 'x'));

describe('Mutation.importAnswers', () => {
  it('reports what was processed and why the rest was not, what is stored and what was ignored', async () => {
    await importAnswers({ templates: ['source'], answers: [answer('q1', 'S1')] });
    const result = await importAnswers({
      templates: ['kyc', 'nope', 'empty', 'kyc'],
      combinedFrom: ['pep', 'source', 'nope'],
      answers: [answer('q9', 'x'), answer('q2', 'dos'), answer('q9', 'y'), answer('q8', 'z')],
    });
    expect(result).toEqual({
      __typename: 'ImportAnswersPayload',
      templates: {
        processed: ['kyc', 'empty', 'kyc'],
        failed: [{ key: 'nope', reason: 'UNKNOWN_QUESTIONNAIRE' }],
      },
      combinedFrom: {
        processed: ['source'],
        failed: [
          { key: 'pep', reason: 'NOT_FILLED' },
          { key: 'nope', reason: 'NOT_FILLED' },
        ],
      },
      questionnaires: [
        {
          key: 'kyc',
          userId,
          updatedAt: INSTANT,
          answers: [
            { ...answer('q1', 'S1'), source: 'COMBINED', combinedFrom: 'source' },
            { ...answer('q2', 'dos'), source: 'SENT', combinedFrom: null },
          ],
        },
        { key: 'empty', userId, updatedAt: null, answers: [] },
      ],
      ignoredQuestions: ['q9', 'q8'],
      replayed: false,
    });
  });

  it('shows in its report what filledQuestionnaires answers afterwards', async () => {
    const fields = 'key userId updatedAt answers { question answer source combinedFrom }';
    const result = await importAnswers({
      templates: ['kyc', 'pep'],
      answers: [answer('q2', 'dos'), answer('q1', 'uno')],
    });
    const query = `query ($userId: SafeInt!) { filledQuestionnaires(userId: $userId) { ${fields} } }`;
    const filled = dataOf(await gateway.graphql(query, { userId }));
    expect(at(filled, 'filledQuestionnaires')).toEqual(at(result, 'questionnaires'));
  });

  it('reports the same on a dry run, and changes no row', async () => {
    await importAnswers({ templates: ['kyc'], answers: [answer('q1', 'uno')] });
    const before = await dumpTables(gateway.db);
    const input = { templates: ['kyc', 'pep'], answers: [answer('q2', 'dos')] };
    const dry = await importAnswers({ ...input, dryRun: true });
    expect(await dumpTables(gateway.db)).toEqual(before);
    const real = await importAnswers(input);
    expect(withoutInstants(dry)).toEqual(withoutInstants(real));
    expect(at(dry, 'questionnaires', 1, 'updatedAt')).toBeNull();
  });

  it('says of a dry run that comes again what it would do, not what is stored', async () => {
    await importAnswers({ templates: ['kyc'], answers: [answer('q1', 'uno')] });
    const sent = { templates: ['kyc'], answers: [answer('q1', 'dos')] };
    const input = { ...sent, dryRun: true, idempotencyKey: `dry-${userId}` };
    const [first, again] = [await importAnswers(input), await importAnswers(input)];
    expect(at(first, 'questionnaires', 0, 'answers', 0)).toMatchObject(answer('q1', 'dos'));
    expect(again).toEqual(Object.assign({}, first, { replayed: true }));
  });

  it('fails every key of an unknown user with the reason', async () => {
    const result = await importAnswers({
      userId: Number.MAX_SAFE_INTEGER,
      templates: ['kyc'],
      combinedFrom: ['source'],
      answers: [answer('q1', 'x'), answer('q1', 'y')],
    });
    expect(result).toEqual({
      __typename: 'ImportAnswersPayload',
      templates: { processed: [], failed: [{ key: 'kyc', reason: 'UNKNOWN_USER' }] },
      combinedFrom: { processed: [], failed: [{ key: 'source', reason: 'UNKNOWN_USER' }] },
      questionnaires: [],
      ignoredQuestions: ['q1'],
      replayed: false,
    });
  });

  it('takes a null and an absent combinedFrom for none, and lacks nothing without answers', async () => {
    const nothing = {
      templates: { processed: ['kyc'], failed: [] },
      combinedFrom: { processed: [], failed: [] },
      questionnaires: [{ key: 'kyc', userId, updatedAt: null, answers: [] }],
    };
    expect(await importAnswers({ templates: ['kyc'] })).toMatchObject(nothing);
    expect(await importAnswers({ templates: ['kyc'], combinedFrom: null })).toMatchObject(nothing);
  });

  it('names each fault by its place in the input, and stores nothing', async () => {
    const before = await dumpTables(gateway.db);
    const result = await importAnswers({
      userId: 0,
      templates: ['kyc', ''],
      combinedFrom: ['a\0'],
      answers: [answer('q1', 'uno'), answer('', 'x'), answer('q1', 'x'.repeat(10_001))],
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
    const short = 'Must not be empty';
    expect(result).toEqual({
      __typename: 'InputValidationError',
      message: 'The input is invalid.',
      code: 'VALIDATION_FAILED',
      issues: [
        { path: ['userId'], message: 'Must be at least 1' },
        { path: ['templates', '1'], message: short },
        { path: ['combinedFrom', '0'], message: 'Must not contain U+0000 or a lone surrogate' },
        { path: ['answers', '1', 'question'], message: short },
        {
          path: ['answers', '2', 'answer'],
          message: 'Must have at most 10000 characters',
        },
      ],
    });
  });

  it('takes as many of everything as its description says, and refuses one more', async () => {
    expect(
      await importAnswers({
        templates: keys(100),
        combinedFrom: keys(100),
        answers: repeat(10_000),
      }),
    ).toMatchObject({ __typename: 'ImportAnswersPayload' });
    expect(
      await importAnswers({
        templates: keys(101),
        combinedFrom: keys(101),
        answers: repeat(10_001),
      }),
    ).toMatchObject({
      issues: [{ path: ['templates'] }, { path: ['combinedFrom'] }, { path: ['answers'] }],
    });
  });

  it('lists at most 50 faults of many', async () => {
    const answers = Array.from({ length: 60 }, () => answer('', 'x'));
    const result = await importAnswers({ templates: ['kyc'], answers });
    expect(at(result, 'issues')).toHaveLength(50);
  });
});

/** When something was stored is the one thing in which a dry run cannot agree. */
function withoutInstants(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result).replace(/"updatedAt":("[^"]*"|null)/g, '"updatedAt":0'));
}
