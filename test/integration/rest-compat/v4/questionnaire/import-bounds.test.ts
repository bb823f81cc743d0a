import { beforeAll, beforeEach, expect, it } from 'vitest';
import { errorOf } from '../../../../support/clients/graphql.ts';
import { sendV4 } from '../../../../support/clients/v4.ts';
import { storeManyAnswers, storeManyQuestions } from '../../../../support/data/many-questions.ts';
import { addTestUser } from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';
import { watchParsing } from '../../../../support/probes/watch-parsing.ts';

const gateway = useGateway();
let userId = 0;

const TEN = Array.from({ length: 10 }, (_, at) => `ten-${at}`);
const HUNDRED = Array.from({ length: 100 }, (_, at) => `hundred-${at}`);

beforeAll(async () => {
  const { db, service } = gateway;
  for (const key of [...TEN, 'eleventh'])
    await storeManyQuestions(db, service, { key, count: key === 'eleventh' ? 1 : 10_000 });
  for (const key of HUNDRED) await storeManyQuestions(db, service, { key, count: 10 });
});

beforeEach(async () => {
  userId = (await addTestUser(gateway.db, gateway.service.serviceId)).userId;
});

async function importAnswers(body: object) {
  return await sendV4(gateway, '/api/v4/quiz/answers/import/api', {
    body: JSON.stringify({ user_id: userId, ...body }),
  });
}

async function countStored(): Promise<number> {
  const rows = gateway.db.selectFrom('answers').where('user_id', '=', userId);
  return (await rows.select('answer').execute()).length;
}

const TOO_LARGE: unknown = expect.stringContaining('"payload_too_large"');
const answers = (count: number, answer: string) =>
  Array.from({ length: count }, (_, at) => ({ question: `q${at + 1}`, answer }));

it('413 imports into no templates that ask over 100,000 questions together, on either wire', async () => {
  const templates = [...TEN, 'eleventh'];
  const sent = answers(1, 'x');
  expect(await importAnswers({ templates, answers: sent })).toMatchObject({
    status: 413,
    text: TOO_LARGE,
  });
  const input = { userId, templates, answers: sent };
  const reply = await gateway.graphql(
    'mutation ($input: ImportAnswersInput!) { importAnswers(input: $input) { __typename } }',
    { input },
  );
  expect(errorOf(reply)).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: 'The templates ask over 100000 questions together: import into fewer at once.',
  });
  expect(await countStored()).toBe(0);
});

it('200 imports into templates that ask 100,000 together', async () => {
  const reply = await importAnswers({ templates: [...TEN, ...TEN], answers: answers(1, 'x') });
  expect(reply.status).toBe(200);
  expect(await countStored()).toBe(10);
});

it('413 stores no 8 MiB of answers at once, however few were sent', async () => {
  const sent = answers(10, 'x'.repeat(10_000));
  expect(await importAnswers({ templates: HUNDRED, answers: sent })).toMatchObject({
    status: 413,
    text: TOO_LARGE,
  });
  expect(await countStored()).toBe(0);
  expect(await importAnswers({ templates: HUNDRED.slice(0, 80), answers: sent })).toMatchObject({
    status: 200,
  });
});

it('200 reads no answers for an import that was sent again, which shows none', async () => {
  const send = async () =>
    await sendV4(gateway, '/api/v4/quiz/answers/import/api', {
      headers: { ...gateway.service.headers, 'idempotency-key': `import-${userId}` },
      body: JSON.stringify({ user_id: userId, templates: ['eleventh'], answers: answers(1, 'x') }),
    });
  const first = await send();
  const before = gateway.statements.length;
  expect(await send()).toMatchObject({ status: 200, text: first.text });
  const sent = gateway.statements.slice(before);
  expect(sent.some((one) => one.includes('idempotency_keys'))).toBe(true);
  expect(sent.filter((one) => one.includes('questionnaires') || one.includes('answers'))).toEqual(
    [],
  );
});

it('413 combines no 8 MiB of answers at once, and fewer of them', async () => {
  const user = { serviceId: gateway.service.serviceId, userId };
  const sources = HUNDRED.slice(0, 2);
  for (const key of sources)
    await storeManyAnswers(gateway.db, user, { key, count: 500, length: 10_000 });
  const [templates, one] = [['eleventh'], sources.slice(1)];
  const all = await importAnswers({ templates, combined_from: sources });
  expect(all).toMatchObject({ status: 413, text: TOO_LARGE });
  expect(await importAnswers({ templates, combined_from: one })).toMatchObject({ status: 200 });
});

it('200 parses long stored answers piece by piece', async () => {
  const user = { serviceId: gateway.service.serviceId, userId };
  const [source = ''] = HUNDRED;
  await storeManyAnswers(gateway.db, user, { key: source, count: 500, length: 10_000 });
  using parsing = watchParsing();
  const imported = { templates: ['eleventh'], combined_from: [source] };
  expect(await importAnswers(imported)).toMatchObject({ status: 200 });
  const [longest, ...others] = parsing.lengths();
  expect(longest).toBeLessThan(100_000);
  expect(others.filter((length) => length > 60_000).length).toBeGreaterThan(60);
});
