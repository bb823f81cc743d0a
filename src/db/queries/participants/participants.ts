import type { RawBuilder } from 'kysely';
import type { Participant } from '../../../domain/business/participant.ts';
import type { Db } from '../../client.ts';
import { ROLES_UNLESS_TOO_LONG, requireRoles } from './bounded-roles.ts';

/** Columns of a participant `p` and its person `s`. */
const PARTICIPANT_COLUMNS = [
  'p.id',
  'p.business_id as businessId',
  's.external_id as externalPersonId',
  'p.person_type as personType',
  'p.name',
  'p.paternal_surname as paternalSurname',
  'p.maternal_surname as maternalSurname',
  'p.email',
  'p.phone_country_code as phoneCountryCode',
  'p.phone_number as phoneNumber',
  'p.registration_mode as registrationMode',
  'p.has_pending_matches as hasPendingMatches',
  'p.roles',
  'p.legal_act_folio as legalActFolio',
  'p.created_at as createdAt',
  'p.updated_at as updatedAt',
] as const;

/**
 * Columns of `selectParticipants` as a subquery `participant`, without `roles`, whose size ROLES_UNLESS_TOO_LONG
 * limits.
 */
export const PARTICIPANT_SUBQUERY_COLUMNS = [
  'participant.id',
  'participant.businessId',
  'participant.externalPersonId',
  'participant.personType',
  'participant.name',
  'participant.paternalSurname',
  'participant.maternalSurname',
  'participant.email',
  'participant.phoneCountryCode',
  'participant.phoneNumber',
  'participant.registrationMode',
  'participant.hasPendingMatches',
  'participant.legalActFolio',
  'participant.createdAt',
  'participant.updatedAt',
] as const;

/**
 * Returns the participants with these ids, in order of id. Throws AppError `limit_exceeded` when their roles are too
 * long together.
 */
export async function listParticipantsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<Participant[]> {
  const selection = selectParticipants(db, serviceId).where((eb) =>
    eb('p.id', '=', eb.fn.any(eb.val(ids))),
  );
  const rows = await db
    .selectFrom(selection.as('participant'))
    .select(PARTICIPANT_SUBQUERY_COLUMNS)
    .select(ROLES_UNLESS_TOO_LONG.as('roles'))
    .orderBy('participant.id')
    .execute();
  return requireRoles(rows);
}

/** Returns the participants that are this person, in order of id; null `businessId` means all businesses. */
export async function listParticipantsOfPerson(
  db: Db,
  serviceId: number,
  { externalPersonId, businessId }: { externalPersonId: number; businessId: number | null },
): Promise<Participant[]> {
  return await selectParticipants(db, serviceId)
    .where('s.external_id', '=', externalPersonId)
    .$if(businessId !== null, (query) => query.where('p.business_id', '=', businessId))
    .orderBy('p.id')
    .execute();
}

type ParticipantQuery = ReturnType<typeof joinPersons>;

/** Selects each participant `p` of the service with its person `s`. */
export function selectParticipants(
  db: Db,
  serviceId: number | RawBuilder<number>,
): ParticipantQuery {
  return joinPersons(db, serviceId);
}

/** Separate from its export, which states its return type as every export does; here Kysely infers the type. */
function joinPersons(db: Db, serviceId: number | RawBuilder<number>) {
  return db
    .selectFrom('participants as p')
    .innerJoin('persons as s', (join) =>
      join.onRef('s.service_id', '=', 'p.service_id').onRef('s.id', '=', 'p.person_id'),
    )
    .where('p.service_id', '=', serviceId)
    .select(PARTICIPANT_COLUMNS);
}
