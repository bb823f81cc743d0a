import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf, errorOf, INSTANT, invalid } from '../../../support/clients/graphql.ts';
import { makeTemplate } from '../../../support/data/factories.ts';
import { addTestUser } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let userId = 0;

const TEMPLATES = `query ($keys: [String!]) {
  questionnaireTemplates(keys: $keys) { key title questions { key text } } }`;
const FILLED = `query ($userId: SafeInt!, $keys: [String!]) {
  filledQuestionnaires(userId: $userId, keys: $keys) {
    key userId updatedAt answers { question answer source combinedFrom } } }`;

beforeAll(async () => {
  const { db, service } = gateway;
  userId = (await addTestUser(db, service.serviceId)).userId;
  await makeTemplate(db, service.serviceId, { key: 'pep', questions: [] });
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q2', 'q1', 'Q1'] });
  await gateway.graphql(
    `mutation ($userId: SafeInt!) {
      a: importAnswers(input: { userId: $userId, templates: ["kyc"], answers: [
        { question: "q1", answer: "uno" }, { question: "q2", answer: "dos" }] }) { __typename } }`,
    { userId },
  );
});

async function listTemplates(variables: object) {
  return dataOf(await gateway.graphql(TEMPLATES, variables));
}

async function listFilled(variables: object) {
  return dataOf(await gateway.graphql(FILLED, { userId, ...variables }));
}

const KYC = {
  key: 'kyc',
  title: 'Cuestionario kyc',
  questions: [
    { key: 'q2', text: '¿q2?' },
    { key: 'q1', text: '¿q1?' },
    { key: 'Q1', text: '¿Q1?' },
  ],
};
const PEP = { key: 'pep', title: 'Cuestionario pep', questions: [] };

describe('Query.questionnaireTemplates', () => {
  it('lists all by key, with their questions in their own order, in two statements', async () => {
    await listTemplates({});
    gateway.statements.length = 0;
    expect(await listTemplates({})).toEqual({ questionnaireTemplates: [KYC, PEP] });
    expect(gateway.statements).toHaveLength(2);
  });

  it('lists those that are named, each once, and leaves out unknown keys', async () => {
    const keys = ['pep', 'nope', 'PEP', 'pep'];
    expect(await listTemplates({ keys })).toEqual({ questionnaireTemplates: [PEP] });
    expect(await listTemplates({ keys: [] })).toEqual({ questionnaireTemplates: [] });
    expect(await listTemplates({ keys: null })).toEqual({ questionnaireTemplates: [KYC, PEP] });
  });
});

describe('Query.filledQuestionnaires', () => {
  it('lists what a user has filled, with the answers in the order of the questions', async () => {
    const sent = { source: 'SENT', combinedFrom: null };
    expect(await listFilled({})).toEqual({
      filledQuestionnaires: [
        {
          key: 'kyc',
          userId,
          updatedAt: INSTANT,
          answers: [
            { question: 'q2', answer: 'dos', ...sent },
            { question: 'q1', answer: 'uno', ...sent },
          ],
        },
      ],
    });
  });

  it('lists only those that are named', async () => {
    expect(await listFilled({ keys: ['pep'] })).toEqual({ filledQuestionnaires: [] });
    expect(await listFilled({ keys: ['pep', 'kyc'] })).toMatchObject({
      filledQuestionnaires: [{ key: 'kyc' }],
    });
  });

  it('lists nothing for a user that has filled nothing, and for one that the service does not have', async () => {
    const nothing = { filledQuestionnaires: [] };
    expect(await listFilled({ userId: gateway.service.userId })).toEqual(nothing);
    expect(await listFilled({ userId: Number.MAX_SAFE_INTEGER })).toEqual(nothing);
  });
});

describe('both lists', () => {
  it.each([
    ['questionnaireTemplates', TEMPLATES],
    ['filledQuestionnaires', FILLED],
  ])('%s refuses empty, too many and impossible keys', async (field, query) => {
    const refusal = async (keys: string[]) =>
      errorOf(await gateway.graphql(query, { keys, userId: 1 }));
    const issue = (path: string[], message: string) => invalid([field], { path, message });
    expect(await refusal(['kyc', ''])).toEqual(issue(['keys', '1'], 'Must not be empty'));
    expect(await refusal(['a\0'])).toEqual(
      issue(['keys', '0'], 'Must not contain U+0000 or a lone surrogate'),
    );
    expect(await refusal(Array.from({ length: 101 }, () => 'k'))).toEqual(
      issue(['keys'], 'Must have at most 100 items'),
    );
  });

  it('filledQuestionnaires refuses an id that cannot be one', async () => {
    const message = 'Must be at least 1';
    expect(errorOf(await gateway.graphql(FILLED, { userId: 0 }))).toEqual(
      invalid(['filledQuestionnaires'], { path: ['userId'], message }),
    );
  });

  it('holds at most 500 questionnaires', async () => {
    const { db, service } = gateway;
    const rows = Array.from({ length: 501 }, (_, index) => ({
      service_id: service.serviceId,
      key: `many-${index}`,
      title: '',
    }));
    await db.insertInto('questionnaire_templates').values(rows).execute();
    const found = await gateway.graphql('{ questionnaireTemplates { key } }');
    expect(at(dataOf(found), 'questionnaireTemplates')).toHaveLength(500);
    await db.deleteFrom('questionnaire_templates').where('key', 'like', 'many-%').execute();
  });
});
