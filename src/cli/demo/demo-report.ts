import { DEFAULT_QUESTIONNAIRE } from '../../domain/socioeconomic/default/default-template.ts';
import { runDemoMutation } from './demo-mutation.ts';

/** Natural person of the demo, and the user whose answers the report contains. */
const PARTICIPANT = { databaseId: 2 };
const USER_ID = 1;

/** Answers of a fictitious household, with the figures of the example in the documentation. */
const ANSWERS: Readonly<Record<string, string>> = {
  socio_home_years: '6',
  socio_home_tenure: 'Rentada',
  socio_housing_residents: '4',
  socio_housing_rooms: '4',
  socio_housing_bedrooms: '2',
  socio_finances_has_debts: 'Sí',
  socio_finances_incomes_1_concept: 'Honorarios',
  socio_finances_incomes_1_amount: '25000',
  socio_finances_incomes_2_concept: 'Clases particulares',
  socio_finances_incomes_2_amount: '3500',
  socio_finances_expenses_1_concept: 'Renta',
  socio_finances_expenses_1_amount: '8500',
  socio_finances_expenses_2_concept: 'Alimentación',
  socio_finances_expenses_2_amount: '6200',
  socio_finances_expenses_3_concept: 'Transporte',
  socio_finances_expenses_3_amount: '2800',
  socio_finances_expenses_4_concept: 'Servicios',
  socio_finances_expenses_4_amount: '1900',
  socio_finances_debts_1_creditor: 'Banco inventado',
  socio_finances_debts_1_balance: '42000',
  socio_finances_debts_1_payment: '2100',
};

const { key, title, questions } = DEFAULT_QUESTIONNAIRE;
const answers = Object.entries(ANSWERS).map(([question, answer]) => ({ question, answer }));

/** Mutations in order: the questionnaire, the answers, the consent and the draft. */
const MUTATIONS: readonly (readonly [mutation: string, input: object])[] = [
  ['upsertQuestionnaireTemplate', { key, title, questions }],
  ['importAnswers', { userId: USER_ID, templates: [key], answers }],
  [
    'recordConsent',
    { participant: PARTICIPANT, purpose: 'SOCIOECONOMIC_REPORT', textVersion: '2026-01' },
  ],
  ['generateSocioeconomicReport', { participant: PARTICIPANT, answersOfUserId: USER_ID }],
];

/**
 * Stores a questionnaire, its answers and a consent, and generates a draft report of the demo, as any client would.
 * Returns false when a mutation was rejected; the mutations after it are not sent.
 */
export async function createDemoReport(
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  for (const mutation of MUTATIONS)
    if (!(await runDemoMutation(url, headers, mutation))) return false;
  return true;
}
