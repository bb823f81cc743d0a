import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { RequestedDocument } from '../../domain/document.ts';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
  PersonType,
} from '../../domain/participant.ts';
import { arrayText } from '../asked-pairs.ts';
import type { Pairs } from '../coalesce.ts';

/*
 * Participants and documents come as one value for each business: a row for each of them would cost PostgreSQL as much
 * and this side three times as much.
 */

/** Of a participant `p` with the provider's id of its person, in the order of PARTICIPANT_JSON. */
type ParticipantRow = [
  id: number,
  externalPersonId: number,
  personType: PersonType,
  name: string,
  paternalSurname: string | null,
  maternalSurname: string | null,
  email: string | null,
  phoneCountryCode: string | null,
  phoneNumber: string | null,
  registrationMode: string,
  hasPendingMatches: boolean,
  roles: string[],
  legalActFolio: string | null,
  createdAt: string,
  updatedAt: string,
];
type DocumentRow = [
  participantId: number,
  typeCode: string,
  occurrence: number,
  fileId: number | null,
];

/** A page of the business with that id. */
export type PageColumns = { business_id: number; participants: ParticipantRow[] };
export type PageColumnsInFull = PageColumns & { documents: DocumentRow[] };

const PARTICIPANT_JSON = sql`json_build_array(
  p.id, p.external_id, p.person_type, p.name, p.paternal_surname, p.maternal_surname, p.email,
  p.phone_country_code, p.phone_number, p.registration_mode, p.has_pending_matches, p.roles,
  p.legal_act_folio, p.created_at, p.updated_at)`;

/** The first participants of each asked business, in order of id, and their ids. */
export const PAGE: AliasedRawBuilder<Pick<PageColumns, 'participants'>, 'page'> = sql<
  Pick<PageColumns, 'participants'>
>`(
  select array_agg(p.id) as ids, coalesce(json_agg(${PARTICIPANT_JSON}), '[]') as participants
  from (
    select p.*, s.external_id
    from participants p
    join persons s on s.service_id = p.service_id and s.id = p.person_id
    where p.service_id = asked.service_id and p.business_id = asked.business_id
    order by p.id limit asked.max_count
  ) p
)`.as<'page'>(sql`page`);

/** The documents of the participants of a page, each one's in the order they were given. */
export const PAGE_DOCUMENTS: RawBuilder<DocumentRow[]> = sql<DocumentRow[]>`coalesce((
  select json_agg(json_build_array(d.participant_id, d.type_code, d.occurrence, d.file_id)
    order by d.participant_id, d.position)
  from documents d where d.service_id = asked.service_id and d.participant_id = any(page.ids)
), '[]')`;

type AskedPage = { service_id: number; business_id: number; max_count: number; place: number };

/** The first pages that a statement is asked for, as its table `asked`, as `askedPairs` has it; its first values are those of `pageValues`. */
export function askedPages(): AliasedRawBuilder<AskedPage, 'asked'> {
  const asked = sql<AskedPage>`unnest(
    (select ${'{}'}::integer[]), (select ${'{}'}::bigint[]), (select ${'{}'}::integer[])
  ) with ordinality`;
  return asked.as<'asked'>(sql`asked (service_id, business_id, max_count, place)`);
}

export function pageValues({ serviceIds, keys }: Pairs<FirstPage>): string[] {
  return [
    arrayText(serviceIds),
    arrayText(keys.map((one) => one.businessId)),
    arrayText(keys.map((one) => one.limit)),
  ];
}

export function decodePage({ business_id, participants }: PageColumns): Participant[] {
  return participants.map((row) => toParticipant(row, business_id));
}

export function decodePageInFull(columns: PageColumnsInFull): ParticipantInFull[] {
  const { business_id, participants, documents } = columns;
  let at = 0;
  // Both are in the order of the participants' ids.
  return participants.map((row) => {
    const start = at;
    while (documents[at]?.[0] === row[0]) at += 1;
    const own = documents.slice(start, at).map(toDocument);
    return Object.assign(toParticipant(row, business_id), { documents: own });
  });
}

function toDocument([
  participantId,
  typeCode,
  occurrence,
  downloadId,
]: DocumentRow): RequestedDocument {
  return { participantId, typeCode, occurrence, downloadId };
}

function toParticipant(row: ParticipantRow, businessId: number): Participant {
  return {
    id: row[0],
    businessId,
    externalPersonId: row[1],
    personType: row[2],
    name: row[3],
    paternalSurname: row[4],
    maternalSurname: row[5],
    email: row[6],
    phoneCountryCode: row[7],
    phoneNumber: row[8],
    registrationMode: row[9],
    hasPendingMatches: row[10],
    roles: row[11],
    legalActFolio: row[12],
    createdAt: new Date(row[13]),
    updatedAt: new Date(row[14]),
  };
}
