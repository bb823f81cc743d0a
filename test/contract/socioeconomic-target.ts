import { sql } from 'kysely';
import type { Db } from '../../src/db/client.ts';
import { at } from '../support/graphql.ts';
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

type Owner = { serviceId: number; userId: number; id: number };

/** A consent of the first participant and a draft by it, both under that id. */
export async function addReport(db: Db, { serviceId, userId, id }: Owner): Promise<void> {
  await sql`
    insert into consents (service_id, id, participant_id, purpose, text_version, given_at, recorded_by)
    overriding system value
    values (${serviceId}, ${id}, 1, 'socioeconomic_report', '1', now(), ${userId})
  `.execute(db);
  await sql`
    insert into socioeconomic_templates (service_id, key, version, definition)
    values (${serviceId}, 'uno', 1, '{}')
  `.execute(db);
  await sql`
    insert into socioeconomic_reports (service_id, id, participant_id, template_key, template_version, consent_id,
      answers_user_id, sealed, created_by)
    overriding system value
    values (${serviceId}, ${id}, 1, 'uno', 1, ${id}, ${userId}, '', ${userId})
  `.execute(db);
}
