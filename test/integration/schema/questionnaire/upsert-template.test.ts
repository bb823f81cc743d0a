import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const UPSERT = `mutation ($input: UpsertQuestionnaireTemplateInput!) {
  upsertQuestionnaireTemplate(input: $input) { __typename
    ... on UpsertQuestionnaireTemplatePayload { created changed replayed
      template { key title version questions { key text } } }
    ... on UserError { code } ... on InputValidationError { issues { path code } }
    ... on VersionConflictError { currentVersion } } }`;

const ONE = { key: 'q1', text: 'Uno' };
const TWO = { key: 'q2', text: 'Dos' };
const THREE = { key: 'q3', text: 'Tres' };

async function upsert(input: object, headers = gateway.service.headers): Promise<unknown> {
  const reply = await gateway.graphql(UPSERT, { input }, headers);
  return at(dataOf(reply), 'upsertQuestionnaireTemplate');
}

function newTemplate() {
  return { key: `canary-${randomUUID()}`, title: 'Título', questions: [ONE, TWO] };
}

async function importAnswers(userId: number, template: string, questions: string[]) {
  const answers = questions.map((question) => ({ question, answer: `a ${question}` }));
  const body = { user_id: userId, templates: [template], answers };
  return (await gateway.request('POST', '/api/v4/quiz/answers/import/api', { body })).body;
}

async function countStatements(questions: object[]): Promise<number> {
  const template = newTemplate();
  await upsert({ ...template, title: 'Otro' });
  gateway.statements.length = 0;
  await upsert({ ...template, questions });
  return gateway.statements.length;
}

describe('upsertQuestionnaireTemplate', () => {
  it('makes a template that answers can be imported into, and changes it', async () => {
    const template = newTemplate();
    expect(await upsert(template)).toMatchObject({
      created: true,
      changed: true,
      template: { ...template, version: 1 },
    });
    const { userId } = await addTestUser(gateway.db, gateway.service.serviceId);
    const imported = await importAnswers(userId, template.key, ['q1']);
    expect(at(imported, 'message')).toBe('Answers saved');
    const questions = [THREE, { key: 'q1', text: 'Otra' }];
    expect(await upsert({ ...template, questions })).toMatchObject({
      created: false,
      changed: true,
      template: { ...template, questions, version: 2 },
    });
  });

  it('loses no answer to a question that is no longer asked', async () => {
    const template = newTemplate();
    await upsert(template);
    const { userId } = await addTestUser(gateway.db, gateway.service.serviceId);
    await importAnswers(userId, template.key, ['q1', 'q2']);
    const readAnswers = async () => {
      const query = `{ filledQuestionnaires(userId: ${userId}) { answers { question answer } } }`;
      return at(dataOf(await gateway.graphql(query)), 'filledQuestionnaires', 0, 'answers');
    };
    await upsert({ ...template, questions: [TWO] });
    expect(await readAnswers()).toEqual([
      { question: 'q2', answer: 'a q2' },
      { question: 'q1', answer: 'a q1' },
    ]);
    await upsert({ ...template, questions: [] });
    await upsert(template);
    expect(await readAnswers()).toEqual([
      { question: 'q1', answer: 'a q1' },
      { question: 'q2', answer: 'a q2' },
    ]);
  });

  it('writes nothing where all is so already', async () => {
    const template = newTemplate();
    await upsert(template);
    const before = await dumpTables(gateway.db);
    expect(await upsert(template)).toMatchObject({ changed: false, template: { version: 1 } });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it.each([
    ['the title', { title: 'Otro' }],
    ['the text of a question', { questions: [ONE, { ...TWO, text: 'Otra' }] }],
    ['the order of questions', { questions: [TWO, ONE] }],
  ])('counts the version up where %s changes', async (_name, change) => {
    const template = newTemplate();
    await upsert(template);
    const changed = { ...template, ...change };
    expect(await upsert(changed)).toMatchObject({ template: { ...changed, version: 2 } });
  });

  it('refuses to write over what the caller has not seen', async () => {
    const template = newTemplate();
    const conflict = { __typename: 'VersionConflictError', code: 'VERSION_CONFLICT' };
    expect(await upsert({ ...template, expectedVersion: 1 })).toEqual({
      ...conflict,
      currentVersion: 0,
    });
    expect(await upsert({ ...template, expectedVersion: 0 })).toMatchObject({ created: true });
    const before = await dumpTables(gateway.db);
    const other = { ...template, title: 'Otro', expectedVersion: 0 };
    expect(await upsert(other)).toEqual({ ...conflict, currentVersion: 1 });
    expect(await dumpTables(gateway.db)).toEqual(before);
    expect(await upsert({ ...other, expectedVersion: 1 })).toMatchObject({
      template: { version: 2 },
    });
  });

  it('of ten at once that await no template makes one', async () => {
    const template = { ...newTemplate(), expectedVersion: 0 };
    const sent = Array.from({ length: 10 }, async () => await upsert(template));
    const names = (await Promise.all(sent)).map((one) => at(one, '__typename'));
    expect(names.filter((one) => one === 'VersionConflictError')).toHaveLength(9);
    expect(names).toContain('UpsertQuestionnaireTemplatePayload');
  });

  it('is done once for each key, and refused with another input', async () => {
    const template = { ...newTemplate(), idempotencyKey: randomUUID() };
    const first = await upsert(template);
    expect(first).toMatchObject({ replayed: false });
    const again = await upsert(template);
    expect(again).toMatchObject({ created: true, changed: true, replayed: true });
    expect(await upsert({ ...template, title: 'Otro' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('tells each fault of the input', async () => {
    const faulty = { key: '', title: 'a\0b', questions: [ONE, ONE] };
    expect(await upsert(faulty)).toMatchObject({
      issues: [
        { path: ['key'], code: 'TOO_SHORT' },
        { path: ['title'], code: 'WRONG_FORMAT' },
        { path: ['questions'], code: 'DUPLICATE' },
      ],
    });
  });

  it('sends as many statements for a thousand questions as for two', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ key: `q${index}`, text: 'x' }));
    const few = await countStatements([ONE, THREE]);
    expect(few).toBeGreaterThan(3);
    expect(await countStatements(many)).toBe(few);
  });

  it('refuses the template beyond those that one list holds', async () => {
    const tokens = await createTestTokens(gateway.db);
    const { serviceId, headers } = await createTestService(gateway.db, tokens);
    const rows = Array.from({ length: 500 }, (_, index) => ({
      service_id: serviceId,
      key: `filled-${index}`,
      title: '',
    }));
    await gateway.db.insertInto('questionnaire_templates').values(rows).execute();
    expect(await upsert(newTemplate(), headers)).toMatchObject({
      issues: [{ path: ['key'], code: 'TOO_MANY' }],
    });
    const filled = { ...newTemplate(), key: 'filled-1' };
    expect(await upsert(filled, headers)).toMatchObject({ changed: true });
  });
});
