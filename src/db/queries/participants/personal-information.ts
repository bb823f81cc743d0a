import { sql } from 'kysely';
import type {
  Address,
  IdentifierPrefixes,
  PersonalInformation,
} from '../../../domain/business/personal-information.ts';
import type { Db } from '../../client.ts';

/** Personal columns of a participant `p`. Dates are text, so that no time zone shifts them. */
export const PERSONAL_COLUMNS = [
  'p.rfc',
  'p.curp',
  sql<string | null>`to_char(p.birth_or_constitution_date, 'YYYY-MM-DD')`.as(
    'birthOrConstitutionDate',
  ),
  'p.nationality',
  'p.country_of_birth as countryOfBirth',
  'p.civil_status as civilStatus',
  'p.economic_activity as economicActivity',
  sql<Address | null>`p.address`.as('address'),
] as const;

const RESULT_COLUMNS = [
  'participantId',
  'rfc',
  'curp',
  'birthOrConstitutionDate',
  'nationality',
  'countryOfBirth',
  'civilStatus',
  'economicActivity',
  'address',
] as const;

/** Actor of the read, for its audit event. */
export type Reader = {
  serviceId: number;
  userId: number | null;
  apiKeyId: number;
  requestId: string;
};

export type PersonalInformationRow = PersonalInformation & { participantId: number };

/**
 * Reads the personal information of participants, in order of id. The same statement writes one audit event for each
 * business, with ids only, so that nothing is read without its audit event, even outside a transaction.
 */
export async function readPersonalInformation(
  db: Db,
  reader: Reader,
  participantIds: readonly number[],
): Promise<PersonalInformationRow[]> {
  return await db
    .with('requested_participants', (cte) =>
      cte
        .selectFrom('participants as p')
        .select(['p.id as participantId', 'p.business_id', ...PERSONAL_COLUMNS])
        .where('p.service_id', '=', reader.serviceId)
        .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(participantIds)))),
    )
    .with('audit', (cte) =>
      cte
        .insertInto('audit_events')
        .columns([
          'service_id',
          'action',
          'user_id',
          'api_key_id',
          'request_id',
          'business_id',
          'details',
        ])
        .expression((eb) =>
          eb
            .selectFrom('requested_participants')
            .select([
              sql<number>`${reader.serviceId}::integer`.as('service_id'),
              sql<string>`'personal_information_read'`.as('action'),
              sql<number | null>`${reader.userId}::bigint`.as('user_id'),
              sql<number>`${reader.apiKeyId}::bigint`.as('api_key_id'),
              sql<string>`${reader.requestId}::text`.as('request_id'),
              'business_id',
              sql<string>`jsonb_build_object('businessId', business_id, 'participantIds', jsonb_agg("participantId" order by "participantId"))`.as(
                'details',
              ),
            ])
            .groupBy('business_id')
            .orderBy('business_id'),
        ),
    )
    .selectFrom('requested_participants')
    .select(RESULT_COLUMNS)
    .orderBy('participantId')
    .execute();
}

/** Returns the first four characters of RFC and CURP, which masking shows, in order of participant id. */
export async function listIdentifierPrefixes(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<(IdentifierPrefixes & { participantId: number })[]> {
  return await db
    .selectFrom('participants as p')
    .select([
      'p.id as participantId',
      sql<string | null>`left(p.rfc, 4)`.as('rfc'),
      sql<string | null>`left(p.curp, 4)`.as('curp'),
    ])
    .where('p.service_id', '=', serviceId)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(participantIds))))
    .orderBy('p.id')
    .execute();
}
