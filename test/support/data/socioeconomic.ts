import { NO_PERSONAL_INFORMATION } from '../../../src/domain/business/personal-information.ts';
import { createSocioeconomicReport } from '../../../src/domain/socioeconomic/create-socioeconomic-report.ts';
import { DEFAULT_TEMPLATE } from '../../../src/domain/socioeconomic/default/default-template.ts';
import { gatherSections } from '../../../src/domain/socioeconomic/gather-sections.ts';
import {
  type GatheredAnswer,
  NO_PICTURES,
  type ParticipantFacts,
  type ReportMaterial,
} from '../../../src/domain/socioeconomic/material.ts';
import { toParticipantFacts } from '../../../src/domain/socioeconomic/participant-facts.ts';
import type {
  ReportedConsent,
  ReportHead,
  SocioeconomicReportDocument,
} from '../../../src/domain/socioeconomic/report.ts';

const NOBODY = {
  name: 'Inventada',
  paternalSurname: 'Peñaloza',
  maternalSurname: 'Ñáñez',
  email: null,
  phoneCountryCode: null,
  phoneNumber: null,
};

/** Creates the facts of a fictitious person. Omitted facts are unknown. */
export function inventFacts(known: Partial<ParticipantFacts> = {}): ParticipantFacts {
  return { ...toParticipantFacts(NOBODY, NO_PERSONAL_INFORMATION), ...known };
}

/** Creates answers to the default questionnaire, by question key without its prefix. */
export function answersOf(
  answers: Readonly<Record<string, string>>,
  from: Partial<Pick<GatheredAnswer, 'userId' | 'questionnaire'>> = {},
): GatheredAnswer[] {
  const { userId = 7, questionnaire = DEFAULT_TEMPLATE.key } = from;
  return Object.entries(answers).map(([question, answer]) => ({
    userId,
    questionnaire,
    question: `socio_${question}`,
    answer,
  }));
}

/** Worked example: incomes of 28,500 and expenses of 19,400 pesos a month. */
export const HOUSEHOLD_MONEY = {
  finances_incomes_1_concept: 'Sueldo',
  finances_incomes_1_amount: '$25,000.00',
  finances_incomes_2_concept: 'Venta de dulces típicos',
  finances_incomes_2_amount: '3 500',
  finances_expenses_1_concept: 'Alimentación',
  finances_expenses_1_amount: '8500',
  finances_expenses_2_concept: 'Renta',
  finances_expenses_2_amount: '6,200',
  finances_expenses_3_concept: 'Transporte',
  finances_expenses_3_amount: '2800.00',
  finances_expenses_4_concept: 'Luz, agua e internet',
  finances_expenses_4_amount: '$ 1,900.00 MXN',
};

export function inventMaterial(
  answers: Readonly<Record<string, string>> = {},
  others: Partial<ReportMaterial> = {},
): ReportMaterial {
  return {
    participant: inventFacts(),
    answers: answersOf(answers),
    extractions: [],
    screenings: [],
    pictures: NO_PICTURES,
    ...others,
  };
}

export const CONSENT: ReportedConsent = {
  id: 5,
  purpose: 'socioeconomic_report',
  textVersion: 'aviso-2026-01',
  givenAt: '2026-01-15T16:00:00.000Z',
  recordedAt: '2026-02-20T09:30:00.000Z',
  evidenceSha256: 'cd'.repeat(32),
  revokedAt: null,
};

/** Stored data of a participant of whom nothing is known. */
export const NOTHING_STORED: ReportHead['stored'] = {
  fullName: null,
  name: null,
  paternalSurname: null,
  maternalSurname: null,
  rfc: null,
  curp: null,
  birthDate: null,
  screening: null,
};

export function inventHead(differences: Partial<ReportHead> = {}): ReportHead {
  return {
    id: 12,
    revision: 3,
    corrects: null,
    state: 'final',
    service: 'demo',
    businessCode: 'F/1234',
    participantId: 41,
    personName: 'Inventada Peñaloza Ñáñez',
    createdAt: '2026-01-20T15:04:05.000Z',
    finalizedAt: '2026-01-21T18:30:00.000Z',
    finalizedBy: 7,
    consent: CONSENT,
    users: [{ id: 7, name: 'Irene Solís Ávila' }],
    stored: NOTHING_STORED,
    ...differences,
  };
}

export function inventReport(
  material: ReportMaterial,
  differences: Partial<ReportHead> = {},
): SocioeconomicReportDocument {
  const content = gatherSections(DEFAULT_TEMPLATE, material);
  return createSocioeconomicReport(DEFAULT_TEMPLATE, content, inventHead(differences));
}
