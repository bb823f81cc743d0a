import { type RawBuilder, sql } from 'kysely';
import type { Business } from '../../../domain/business/business.ts';
import type { FirstPage, ParticipantInFull } from '../../../domain/business/participant.ts';
import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { Db } from '../../client.ts';
import { type Columns, jsonColumns, selectList } from '../../statements/json-columns.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { ROWS_LIMIT, requireRowCount } from '../../statements/read-bounds.ts';
import { requireWithinRolesLimit, unlessRolesTooLong } from '../participants/bounded-roles.ts';
import { DOCUMENT_VALUES, toDocument } from '../participants/participant-json.ts';
import {
  PARTICIPANT_VALUES,
  type ParticipantValues,
  toParticipant,
} from '../participants/participant-values.ts';
import { BUSINESS_COLUMNS, type BusinessRow, toBusiness } from './businesses.ts';

export type BusinessInFull = { business: Business; participants: ParticipantInFull[] };

/**
 * Reads a business with its first page of participants, as a list of one or none. Returns the same as the statement for
 * several businesses, in four fifths of its time.
 */
export async function readBusinessInFull(
  db: Db,
  { serviceId, page: { businessId, limit } }: { serviceId: number; page: FirstPage },
): Promise<BusinessInFull[]> {
  const { rows } = await db.executeQuery(selectOneInFull(db, { serviceId, businessId, limit }));
  return rows.map((row) => ({ business: toBusiness(row), participants: decodePage(row) }));
}

type OneInFull = BusinessRow & {
  participants: Columns<ParticipantValues> | null;
  documents: Columns<RequestedDocument>;
};

function decodePage({ id, participants, documents }: OneInFull): ParticipantInFull[] {
  requireRowCount(documents.participantId.length, 'documents');
  const rows = requireWithinRolesLimit(participants);
  let documentIndex = 0;
  // Participants and documents are in order of participant id.
  return rows.id.map((participantId, index) => {
    const ownDocuments: RequestedDocument[] = [];
    while (documents.participantId[documentIndex] === participantId) {
      ownDocuments.push(toDocument(documents, documentIndex));
      documentIndex += 1;
    }
    return toParticipant(rows, index, { businessId: id, documents: ownDocuments });
  });
}

type OneValues = { serviceId: number; businessId: number; limit: number | null };

/**
 * The values are in subselects, which hide them from the planner: otherwise PostgreSQL would make a custom plan for
 * each execution.
 */
const selectOneInFull = prepareStatement((db, value: ValueOf<OneValues>) =>
  sql<OneInFull>`
    with page as materialized (
      select ${selectList(PARTICIPANT_VALUES)}
      from participants p
      join persons s on s.service_id = ${value('serviceId')} and s.id = p.person_id
      where p.service_id = ${value('serviceId')} and p.business_id = (select ${value('businessId')}::bigint)
      order by p.id limit (select ${value('limit')}::integer)
    )
    select ${sql.join(BUSINESS_COLUMNS.map((column) => sql.ref(column)))},
      ${PARTICIPANTS} as participants, ${documentsOfPage(value)} as documents
    from businesses b
    left join users u on u.service_id = ${value('serviceId')} and u.id = b.responsible_user_id
    where b.service_id = ${value('serviceId')} and b.id = (select ${value('businessId')}::bigint)
  `.compile(db),
);

const PARTICIPANTS: RawBuilder<Columns<ParticipantValues> | null> = unlessRolesTooLong(
  jsonColumns(PARTICIPANT_VALUES, sql`page`),
);

function documentsOfPage(value: ValueOf<OneValues>): RawBuilder<Columns<RequestedDocument>> {
  return jsonColumns(
    DOCUMENT_VALUES,
    sql`(
      select ${selectList(DOCUMENT_VALUES)}
      from documents d
      where d.service_id = ${value('serviceId')} and d.participant_id = any(array(select id from page))
      order by d.participant_id, d.position limit ${ROWS_LIMIT}
    )`,
  );
}
