import { sql } from 'kysely';
import type { PersonalInformation } from '../../../domain/business/personal-information.ts';
import type { Db } from '../../client.ts';
import { comparedColumns, queueScreeningCtes } from '../screening/queue.ts';

export type AppliedFields = {
  serviceId: number;
  participantId: number;
  extractionId: number;
  fields: readonly string[];
};

/**
 * Overwrites the personal information of a participant; the caller has locked its business. Calls `onQueued` when the
 * change queued a screening of the participant.
 */
export async function updatePersonalInformation(
  db: Db,
  { serviceId, participantId }: Pick<AppliedFields, 'serviceId' | 'participantId'>,
  { info, onQueued }: { info: PersonalInformation; onQueued: () => void },
): Promise<void> {
  const address = info.address === null ? null : JSON.stringify(info.address);
  const { rows } = await sql<{ jobs: number }>`
    with updated_participant as (
      update participants p
      set rfc = ${info.rfc}, curp = ${info.curp},
          birth_or_constitution_date = ${info.birthOrConstitutionDate}::date,
          nationality = ${info.nationality}, country_of_birth = ${info.countryOfBirth},
          civil_status = ${info.civilStatus}, economic_activity = ${info.economicActivity},
          address = ${address}::jsonb, updated_at = now()
      from participants old
      where p.service_id = ${serviceId} and p.id = ${participantId}
        and old.service_id = ${serviceId} and old.id = ${participantId}
      returning p.id, ${comparedColumns('p')} is distinct from ${comparedColumns('old')} as is_changed
    ), ${queueScreeningCtes(serviceId, sql`select id from updated_participant where is_changed`)}
    select count(*) as jobs from screening_jobs
  `.execute(db);
  if ((rows[0]?.jobs ?? 0) > 0) onQueued();
}

/**
 * Records the extraction from which the fields were applied, and replaces an earlier one of the same field. The caller
 * has locked the file of the extraction.
 */
export async function insertAppliedFields(
  db: Db,
  { serviceId, participantId, extractionId, fields }: AppliedFields,
): Promise<void> {
  await sql`
    insert into applied_fields (service_id, participant_id, field, extraction_id)
    select ${serviceId}, ${participantId}, field, ${extractionId}
    from unnest(${fields}::text[]) as fields (field)
    order by field
    on conflict (service_id, participant_id, field)
    do update set extraction_id = excluded.extraction_id, applied_at = excluded.applied_at
  `.execute(db);
}

export type AppliedField = {
  participantId: number;
  field: string;
  extractionId: number;
  appliedAt: Date;
};

/** Returns the applied fields of participants, in order of participant and field; each field has at most one row. */
export async function listAppliedFields(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<AppliedField[]> {
  return await db
    .selectFrom('applied_fields')
    .select([
      'participant_id as participantId',
      'field',
      'extraction_id as extractionId',
      'applied_at as appliedAt',
    ])
    .where('service_id', '=', serviceId)
    .where((eb) => eb('participant_id', '=', eb.fn.any(eb.val(participantIds))))
    .orderBy('participant_id')
    .orderBy('field')
    .execute();
}
