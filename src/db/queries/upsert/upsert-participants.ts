import { type RawBuilder, sql } from 'kysely';
import type { ParticipantContent } from '../../../domain/business/upsert-participants.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type Statement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';
import { comparedColumns, queueScreeningCtes } from '../screening/queue.ts';

type ParticipantRow = ParticipantContent & { id: number };
type RowsToWrite<Row> = { rows: readonly Row[]; onQueued: () => void };
/** Values of the statement; `rows` as JSON text. */
type Values = { serviceId: number; rows: string };
type Queued = { jobs: number };

/** Column definition list of json_to_recordset; the names are the members of ParticipantRow. */
const COLUMNS = sql`(
  id bigint, "businessId" bigint, "externalPersonId" bigint, "personType" text, name text, "paternalSurname" text,
  "maternalSurname" text, email text, "phoneCountryCode" text, "phoneNumber" text,
  "registrationMode" text, roles text[], "legalActFolio" text, rfc text, curp text,
  "birthOrConstitutionDate" date, nationality text, "countryOfBirth" text, "civilStatus" text,
  "economicActivity" text, address jsonb
)`;

/**
 * Inserts participants whose persons exist, by one pipelined statement for all participants and businesses. Calls
 * `onQueued` when a screening job was queued for them.
 */
export async function insertParticipants(
  db: Db,
  serviceId: number,
  rowsToWrite: RowsToWrite<ParticipantRow & { businessId: number }>,
): Promise<void> {
  await write(db, insertRows, { serviceId, ...rowsToWrite });
}

/**
 * Updates participants of the service, except their persons, as one pipelined statement. Calls `onQueued` when a
 * screening job was queued for participants whose compared columns changed.
 */
export async function updateParticipants(
  db: Db,
  serviceId: number,
  rowsToWrite: RowsToWrite<ParticipantRow>,
): Promise<void> {
  await write(db, updateRows, { serviceId, ...rowsToWrite });
}

async function write(
  db: Db,
  statement: Statement<Values, Queued>,
  { serviceId, rows, onQueued }: RowsToWrite<ParticipantRow> & { serviceId: number },
): Promise<void> {
  await pipelineWithNext(db, statement(db, { serviceId, rows: JSON.stringify(rows) }), ([row]) => {
    if ((row?.jobs ?? 0) > 0) onQueued();
  });
}

const insertRows = prepareWrite((value) => ({
  writeRows: sql`
    insert into participants as new_participant (service_id, id, business_id, person_id, person_type, name,
      paternal_surname, maternal_surname, email, phone_country_code, phone_number,
      registration_mode, roles, legal_act_folio, rfc, curp, birth_or_constitution_date,
      nationality, country_of_birth, civil_status, economic_activity, address)
    select person.service_id, r.id, r."businessId", person.id, r."personType", r.name,
      r."paternalSurname", r."maternalSurname", r.email, r."phoneCountryCode", r."phoneNumber",
      r."registrationMode", r.roles, r."legalActFolio", r.rfc, r.curp, r."birthOrConstitutionDate",
      r.nationality, r."countryOfBirth", r."civilStatus", r."economicActivity", r.address
    from json_to_recordset(${value('rows')}::json) as r ${COLUMNS}
    join persons person on person.service_id = ${value('serviceId')} and person.external_id = r."externalPersonId"
    returning new_participant.id
  `,
  toScreen: sql`select id from written_participants`,
}));

const updateRows = prepareWrite((value) => ({
  writeRows: sql`
    update participants p
    set person_type = r."personType", name = r.name, paternal_surname = r."paternalSurname",
        maternal_surname = r."maternalSurname", email = r.email,
        phone_country_code = r."phoneCountryCode", phone_number = r."phoneNumber",
        registration_mode = r."registrationMode", roles = r.roles,
        legal_act_folio = r."legalActFolio", rfc = r.rfc, curp = r.curp,
        birth_or_constitution_date = r."birthOrConstitutionDate", nationality = r.nationality,
        country_of_birth = r."countryOfBirth", civil_status = r."civilStatus",
        economic_activity = r."economicActivity", address = r.address, updated_at = now()
    from json_to_recordset(${value('rows')}::json) as r ${COLUMNS}
    join participants old on old.service_id = ${value('serviceId')} and old.id = r.id
    where p.service_id = ${value('serviceId')} and p.id = r.id
    returning p.id, ${comparedColumns('p')} is distinct from ${comparedColumns('old')} as is_changed
  `,
  toScreen: sql`select id from written_participants where is_changed`,
}));

type Writes = { writeRows: RawBuilder<unknown>; toScreen: RawBuilder<unknown> };

/** Prepares a statement that writes rows and queues their screening. `build` returns its two parts. */
function prepareWrite(build: (value: ValueOf<Values>) => Writes): Statement<Values, Queued> {
  return prepareStatement((db, value: ValueOf<Values>) => {
    const { writeRows, toScreen } = build(value);
    return sql<Queued>`
      with written_participants as (${writeRows}), ${queueScreeningCtes(value('serviceId'), toScreen)}
      select count(*) as jobs from screening_jobs
    `.compile(db);
  });
}
