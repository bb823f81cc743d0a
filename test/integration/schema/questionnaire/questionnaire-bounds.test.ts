import { beforeAll, expect, it } from 'vitest';
import { at, dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { storeManyAnswers, storeManyQuestions } from '../../../support/data/many-questions.ts';
import { addTestUser } from '../../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../../support/gateway/gateway.ts';
import { watchParsing } from '../../../support/probes/watch-parsing.ts';

const gateway = useGateway();
let userId = 0;

beforeAll(async () => {
  const { db, service } = gateway;
  userId = (await addTestUser(db, service.serviceId)).userId;
  const user = { serviceId: service.serviceId, userId };
  for (const key of ['a', 'b']) {
    const many = { key, count: 500, length: 10_000 };
    await storeManyQuestions(db, service, many);
    await storeManyAnswers(db, user, many);
  }
});

const REFUSED = (what: string) => ({
  code: 'LIMIT_EXCEEDED',
  codeMessage: 'payload_too_large',
  message: `The result exceeds 8388608 bytes of ${what}. Request fewer at once.`,
});

async function askQuestions(keys: string[] | null): Promise<Reply> {
  return await gateway.graphql(
    'query ($keys: [String!]) { questionnaireTemplates(keys: $keys) { questions { key } } }',
    { keys },
  );
}

async function askAnswers(keys: string[] | null): Promise<Reply> {
  return await gateway.graphql(
    `query ($userId: SafeInt!, $keys: [String!]) {
      filledQuestionnaires(userId: $userId, keys: $keys) { answers { question } } }`,
    { userId, keys },
  );
}

it('reads the questions of no more templates than have 8 MiB, and those of fewer', async () => {
  expect(errorOf(await askQuestions(null))).toMatchObject(REFUSED('questions'));
  const reply = dataOf(await askQuestions(['b']));
  const questions = Array.from({ length: 500 }, (_, n) => ({ key: `q${n + 1}` }));
  expect(reply).toEqual({ questionnaireTemplates: [{ questions }] });
});

it('updates a template whose questions are longer than may be read at once', async () => {
  const { db, service } = gateway;
  await storeManyQuestions(db, service, { key: 'long', count: 1000, length: 10_000 });
  const reply = await gateway.graphql(`mutation {
    upsertQuestionnaireTemplate(input: { key: "long", title: "long", questions: [{ key: "q1", text: "?" }] }) {
      __typename ... on UpsertQuestionnaireTemplatePayload { changed template { questions { key text } } } } }`);
  expect(at(dataOf(reply), 'upsertQuestionnaireTemplate')).toMatchObject({
    changed: true,
    template: { questions: [{ key: 'q1', text: '?' }] },
  });
});

it('reads the answers of no more questionnaires than have 8 MiB, and those of fewer', async () => {
  expect(errorOf(await askAnswers(null))).toMatchObject(REFUSED('answers'));
  const answers = at(dataOf(await askAnswers(['b'])), 'filledQuestionnaires', 0, 'answers');
  expect(answers).toHaveLength(500);
});

it('parses long questions and answers piece by piece', async () => {
  for (const ask of [askQuestions, askAnswers]) {
    using parsing = watchParsing();
    expect(dataOf(await ask(['b']))).toBeDefined();
    const [longest, ...others] = parsing.lengths();
    expect(longest).toBeLessThan(100_000);
    expect(others.filter((length) => length > 60_000).length).toBeGreaterThan(60);
  }
});

it('looks at no more rows than would be too many without a text', async () => {
  const { db, service } = gateway;
  for (let n = 0; n < 14; n += 1)
    await storeManyQuestions(db, service, { key: `many-${n}`, count: 10_000 });
  const keys = Array.from({ length: 14 }, (_, n) => `many-${n}`);
  expect(errorOf(await askQuestions(keys))).toMatchObject(REFUSED('questions'));
});
