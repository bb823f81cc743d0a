import { type RawBuilder, sql } from 'kysely';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
} from '../../../domain/business/participant.ts';
import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import {
  type Columns,
  jsonColumns,
  type Selection,
  selectList,
  valueAt,
} from '../../statements/json-columns.ts';
import type { ValueOf } from '../../statements/prepared.ts';
import { ROWS_LIMIT, requireRowCount } from '../../statements/read-bounds.ts';
import { toNumberArrayLiteral } from '../../statements/requested-ids.ts';
import { requireWithinRolesLimit, unlessRolesTooLong } from './bounded-roles.ts';
import { PARTICIPANT_VALUES, type ParticipantValues, toParticipant } from './participant-values.ts';

/**
 * Row of a participant. `ordinal` is the number of its page among the requested ones, from 1; it identifies the page,
 * because the same one may be requested twice.
 */
type ParticipantRow = ParticipantValues & { ordinal: number };
type DocumentRow = RequestedDocument & { ordinal: number };

export type PageColumns = { participants: Columns<ParticipantRow> | null };
export type PageColumnsInFull = PageColumns & { documents: Columns<DocumentRow> };

const PARTICIPANT: Selection<ParticipantRow> = {
  ordinal: sql`requested_pages.ordinal`,
  ...PARTICIPANT_VALUES,
};

/** Columns of a document `d`. */
export const DOCUMENT_VALUES: Selection<RequestedDocument> = {
  participantId: sql`d.participant_id`,
  typeCode: sql`d.type_code`,
  occurrence: sql`d.occurrence`,
  downloadId: sql`d.file_id`,
};

const DOCUMENT: Selection<DocumentRow> = {
  ordinal: sql`page_participants.ordinal`,
  ...DOCUMENT_VALUES,
};

/** Service, and the businesses and limits of the requested pages, each as a PostgreSQL array literal. */
export type PageValues = { serviceId: number; businessIds: string; limits: string };

/**
 * Returns common table expressions: `requested_pages` with the requested first pages, and `page` with their
 * participants in order of ordinal and id. The values are in subselects, which hide them from the planner: otherwise
 * PostgreSQL would make a custom plan for each execution.
 */
export function firstPagesCtes(value: ValueOf<PageValues>): RawBuilder<unknown> {
  return sql`
  requested_pages as materialized (
    select requested_page.* from unnest(
      (select ${value('businessIds')}::bigint[]),
      (select ${value('limits')}::integer[])
    ) with ordinality as requested_page (business_id, max_count, ordinal)
  ),
  page as materialized (
    select participant.* from requested_pages cross join lateral (
      select ${selectList(PARTICIPANT)}
      from participants p
      join persons s on s.service_id = ${value('serviceId')} and s.id = p.person_id
      where p.service_id = ${value('serviceId')} and p.business_id = requested_pages.business_id
      order by p.id limit requested_pages.max_count
    ) participant
    order by participant.ordinal, participant.id
  )`;
}

export function toPageValues({ serviceId, keys }: ServiceKeys<FirstPage>): PageValues {
  return {
    serviceId,
    businessIds: toNumberArrayLiteral(keys.map((page) => page.businessId)),
    limits: toNumberArrayLiteral(keys.map((page) => page.limit)),
  };
}

export const PARTICIPANTS: RawBuilder<Columns<ParticipantRow> | null> = unlessRolesTooLong(
  jsonColumns(PARTICIPANT, sql`page`),
);

/**
 * Returns the documents of the participants in `page`, in the same order and, for each participant, by position.
 * `offset 0` makes the planner use one index scan for each business.
 */
export function documentsOfPages(value: ValueOf<PageValues>): RawBuilder<Columns<DocumentRow>> {
  return jsonColumns(
    DOCUMENT,
    sql`(
      select ${selectList(DOCUMENT)}
      from (select ordinal, array_agg(id) as ids from page group by ordinal) page_participants
      cross join lateral (
        select * from documents d
        where d.service_id = ${value('serviceId')} and d.participant_id = any(page_participants.ids)
        offset 0
      ) d
      order by page_participants.ordinal, d.participant_id, d.position limit ${ROWS_LIMIT}
    )`,
  );
}

/** Decodes the participants of each requested page. */
export function decodePages(
  { keys }: ServiceKeys<FirstPage>,
  { participants }: PageColumns,
): Participant[][] {
  return toPages(keys, requireWithinRolesLimit(participants), () => undefined);
}

/** Decodes the participants of each requested page with their documents. */
export function decodePagesInFull(
  { keys }: ServiceKeys<FirstPage>,
  { participants, documents }: PageColumnsInFull,
): ParticipantInFull[][] {
  requireRowCount(documents.ordinal.length, 'documents');
  let documentIndex = 0;
  // Participants and documents are in the same order: the next documents are those of the next participant.
  return toPages(keys, requireWithinRolesLimit(participants), (ordinal, participantId) => {
    const ownDocuments: RequestedDocument[] = [];
    while (
      documents.ordinal[documentIndex] === ordinal &&
      documents.participantId[documentIndex] === participantId
    ) {
      ownDocuments.push(toDocument(documents, documentIndex));
      documentIndex += 1;
    }
    return ownDocuments;
  });
}

function toPages<Documents>(
  keys: readonly FirstPage[],
  rows: Columns<ParticipantRow>,
  takeDocuments: (ordinal: number, participantId: number) => Documents,
): (Participant & { documents: Documents })[][] {
  const pages = keys.map((): (Participant & { documents: Documents })[] => []);
  for (let row = 0; row < rows.id.length; row += 1) {
    const ordinal = valueAt(rows.ordinal, row);
    const documents = takeDocuments(ordinal, valueAt(rows.id, row));
    const { businessId } = valueAt(keys, ordinal - 1);
    pages[ordinal - 1]?.push(toParticipant(rows, row, { businessId, documents }));
  }
  return pages;
}

export function toDocument(rows: Columns<RequestedDocument>, row: number): RequestedDocument {
  return {
    participantId: valueAt(rows.participantId, row),
    typeCode: valueAt(rows.typeCode, row),
    occurrence: valueAt(rows.occurrence, row),
    downloadId: valueAt(rows.downloadId, row),
  };
}
