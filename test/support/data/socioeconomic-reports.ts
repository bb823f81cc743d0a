import { DEFAULT_QUESTIONNAIRE } from '../../../src/domain/socioeconomic/default/default-template.ts';
import { at } from '../clients/graphql.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { makeBusiness, makeTemplate } from './factories.ts';

export const REPORT = '/api/v4/socioeconomic/report';

/** Runs a mutation and returns its payload. */
export async function runMutation(
  gateway: Gateway,
  [name, input]: readonly [name: string, input: object],
  headers: Record<string, string> = gateway.service.headers,
): Promise<unknown> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const shown = name.endsWith('Consent')
    ? 'consent { databaseId revokedAt textVersion }'
    : 'report { databaseId status version }';
  const isVersioned = name.startsWith('update') || name.startsWith('finalize');
  const versions = isVersioned ? '... on VersionConflictError { currentVersion }' : '';
  const { body } = await gateway.graphql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) {
      __typename ... on ${type}Payload { replayed ${shown} } ... on UserError { code message }
      ... on InputValidationError { issues { path code message } }
      ${versions} ... on NotAuthorizedError { requiredScope } } }`,
    { input },
    headers,
  );
  return at(body, 'data', name) ?? body;
}

/** The household of the worked example: 28,500 in, 19,400 out. */
const ANSWERS = [
  ['socio_finances_incomes_1_concept', 'Sueldo'],
  ['socio_finances_incomes_1_amount', '25,000'],
  ['socio_finances_incomes_2_concept', 'Ventas'],
  ['socio_finances_incomes_2_amount', '3500'],
  ['socio_finances_expenses_1_concept', 'Renta'],
  ['socio_finances_expenses_1_amount', '8500'],
  ['socio_finances_expenses_2_concept', 'Comida'],
  ['socio_finances_expenses_2_amount', '6200'],
  ['socio_finances_expenses_3_concept', 'Transporte'],
  ['socio_finances_expenses_3_amount', '2800'],
  ['socio_finances_expenses_4_concept', 'Luz y agua'],
  ['socio_finances_expenses_4_amount', '1900'],
].map(([question, text]) => ({ question, answer: text }));

/** Stores the questionnaire of the default template, and the answers of the user to it. */
export async function answerQuestionnaire(
  gateway: Gateway,
  answers: readonly object[] = ANSWERS,
): Promise<void> {
  const { db, service } = gateway;
  const { key, questions } = DEFAULT_QUESTIONNAIRE;
  await makeTemplate(db, service.serviceId, { key, questions: questions.map((one) => one.key) });
  const body = { user_id: service.userId, templates: [key], answers };
  const reply = await gateway.request('POST', '/api/v4/quiz/answers/import/api', { body });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
}

export type Person = { businessId: number; participantId: number };

/** Adds a natural person as participant of a business. */
export async function addPerson(gateway: Gateway, name = 'Inés'): Promise<Person> {
  const { db, service } = gateway;
  const participants = [{ name, paternalSurname: 'Peñaloza', maternalSurname: 'Ñáñez' }];
  const made = await makeBusiness(db, service.serviceId, { participants });
  return { businessId: made.id, participantId: made.participantIds[0] ?? 0 };
}

/** Records the consent of the person, and returns its id. */
export async function recordConsent(gateway: Gateway, { participantId }: Person): Promise<number> {
  const input = {
    participant: { databaseId: participantId },
    purpose: 'SOCIOECONOMIC_REPORT',
    textVersion: '2026-01',
  };
  const recorded = await runMutation(gateway, ['recordConsent', input]);
  const id = at(recorded, 'consent', 'databaseId');
  if (typeof id !== 'number') throw new Error(JSON.stringify(recorded));
  return id;
}

/** Generates a draft report of the person, with a consent, and returns its id. */
export async function generateDraft(gateway: Gateway, person: Person): Promise<number> {
  await recordConsent(gateway, person);
  const reply = await gateway.request('POST', REPORT, {
    body: { participant_id: person.participantId },
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return Number(at(reply.body, 'data', 'report_id'));
}
