import { type RawBuilder, sql } from 'kysely';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Consent } from '../../../domain/socioeconomic/consent.ts';
import type { ConsentPurpose } from '../../../domain/socioeconomic/report.ts';
import type { Db } from '../../client.ts';
import {
  countRowsOfParticipants,
  listRowsOfParticipants,
  type Owners,
} from '../../statements/participant-lists.ts';
import { allocateIdsQuery } from '../records/id-counters.ts';

const COLUMNS: RawBuilder<Consent> = sql`
  s.id, s.participant_id as "participantId", s.purpose, s.text_version as "textVersion", s.given_at as "givenAt",
  s.evidence_file_id as "evidenceFileId", s.recorded_by as "recordedBy", s.revoked_at as "revokedAt",
  s.revoked_by as "revokedBy", s.created_at as "createdAt"`;

export type NewConsent = Pick<
  Consent,
  'participantId' | 'purpose' | 'textVersion' | 'givenAt' | 'evidenceFileId' | 'recordedBy'
> & { serviceId: number };

/** Stores a consent. The caller has locked the participant. */
export async function insertConsent(db: Db, consent: NewConsent): Promise<Consent> {
  const { serviceId, participantId, purpose, textVersion, givenAt, evidenceFileId, recordedBy } =
    consent;
  const { rows } = await sql<Consent>`
    with allocated_id as (${allocateIdsQuery({ serviceId, kind: 'consent', count: 1 })})
    insert into consents as s (service_id, id, participant_id, purpose, text_version, given_at, evidence_file_id,
      recorded_by)
    overriding system value
    select ${serviceId}::integer, last_id, ${participantId}::bigint, ${purpose}::text, ${textVersion}::text,
      ${givenAt}::timestamptz, ${evidenceFileId}::bigint, ${recordedBy}::bigint
    from allocated_id
    returning ${COLUMNS}
  `.execute(db);
  const [stored] = rows;
  if (stored === undefined) throw new Error('A consent was not stored.');
  return stored;
}

/** Revokes a consent; undefined when the service has none with the id, or it is revoked already. */
export async function revokeConsentRow(
  db: Db,
  { serviceId, id, userId }: { serviceId: number; id: number; userId: number },
): Promise<Consent | undefined> {
  const { rows } = await sql<Consent>`
    update consents s set revoked_at = now(), revoked_by = ${userId}
    where s.service_id = ${serviceId} and s.id = ${id} and s.revoked_at is null
    returning ${COLUMNS}
  `.execute(db);
  return rows[0];
}

/** Returns the consents with these ids, in order of id. */
export async function listConsentsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select ${COLUMNS} from consents s
    where s.service_id = ${serviceId} and s.id = any(${ids}::bigint[])
    order by s.id
  `.execute(db);
  return rows;
}

type ConsentQuery = { serviceId: number; participantId: number; purpose: ConsentPurpose };

/**
 * Returns the newest consent for a purpose that is not revoked, locked until the transaction ends; undefined when there
 * is none.
 */
export async function lockValidConsent(
  db: Db,
  { serviceId, participantId, purpose }: ConsentQuery,
): Promise<Consent | undefined> {
  const { rows } = await sql<Consent>`
    select ${COLUMNS} from consents s
    where s.service_id = ${serviceId} and s.participant_id = ${participantId} and s.purpose = ${purpose}
      and s.revoked_at is null
    order by s.created_at desc, s.id desc
    limit 1
    for share
  `.execute(db);
  return rows[0];
}

/**
 * Returns a consent by its id, locked until the transaction ends, even when it is revoked; undefined when it does not
 * exist.
 */
export async function lockConsent(
  db: Db,
  serviceId: number,
  id: number,
): Promise<Consent | undefined> {
  const { rows } = await sql<Consent>`
    select ${COLUMNS} from consents s
    where s.service_id = ${serviceId} and s.id = ${id}
    for share
  `.execute(db);
  return rows[0];
}

/** Returns the same window on the consents of each participant, newest first. */
export async function listConsentsOfParticipants(
  db: Db,
  owners: Owners,
  window: Window<TimePosition>,
): Promise<PositionedRow<Consent, TimePosition>[]> {
  return await listRowsOfParticipants(
    db,
    { table: 'consents', columns: COLUMNS, ...owners },
    window,
  );
}

/** Counts the consents of each participant, up to `max`. */
export async function countConsentsOfParticipants(
  db: Db,
  owners: Owners,
  max: number,
): Promise<{ participantId: number; count: number }[]> {
  return await countRowsOfParticipants(db, { table: 'consents', ...owners }, max);
}
