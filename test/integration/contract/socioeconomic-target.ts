import { at } from '../../support/clients/graphql.ts';
import type { Target } from './samples.ts';

export type ReportTarget = Pick<Target, 'consentId' | 'reportId'>;

/** What of socio-economic reports there is where a sample is not about them. */
export const NO_REPORT: ReportTarget = { consentId: 0, reportId: 0 };

type Ask = (query: string) => Promise<unknown>;

/** The part of a target that is about reports: a consent of the participant, and a draft by it. */
export async function makeReportTarget(participantId: number, ask: Ask): Promise<ReportTarget> {
  const participant = `participant: { databaseId: ${participantId} }`;
  const recorded = await ask(`mutation { recordConsent(input: { ${participant},
    purpose: SOCIOECONOMIC_REPORT, textVersion: "2026-01" }) {
    ... on RecordConsentPayload { consent { databaseId } } } }`);
  const made = await ask(`mutation { generateSocioeconomicReport(input: { ${participant} }) {
    ... on GenerateSocioeconomicReportPayload { report { databaseId } } } }`);
  const report = at(made, 'data', 'generateSocioeconomicReport', 'report', 'databaseId');
  return {
    consentId: Number(at(recorded, 'data', 'recordConsent', 'consent', 'databaseId')),
    reportId: Number(report),
  };
}
