import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { raiseLastId } from '../../../src/db/queries/records/id-counters.ts';

/** Service and participant of a report, and the id of both consent and report. */
export type ReportOwner = { serviceId: number; userId: number; participantId: number; id: number };

/** Stores a consent of a participant and an empty draft report. */
export async function storeReport(
  db: Db,
  { serviceId, userId, participantId, id }: ReportOwner,
): Promise<void> {
  await sql`
    insert into consents (service_id, id, participant_id, purpose, text_version, given_at, recorded_by)
    overriding system value
    values (${serviceId}, ${id}, ${participantId}, 'socioeconomic_report', '1', now(), ${userId})
  `.execute(db);
  await sql`
    insert into socioeconomic_templates (service_id, key, version, definition)
    values (${serviceId}, 'uno', 1, '{}')
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into socioeconomic_reports (service_id, id, participant_id, template_key, template_version, consent_id,
      answers_user_id, sealed, created_by)
    overriding system value
    values (${serviceId}, ${id}, ${participantId}, 'uno', 1, ${id}, ${userId}, '', ${userId})
  `.execute(db);
  for (const kind of ['consent', 'socioeconomic_report'] as const)
    await raiseLastId(db, { serviceId, kind, lastId: id });
}
