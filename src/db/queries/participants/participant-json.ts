import { type RawBuilder, sql } from 'kysely';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
} from '../../../domain/business/participant.ts';
import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import { arrayText } from '../../statements/asked-ids.ts';
import {
  type Columns,
  jsonColumns,
  type Selection,
  selected,
  valueAt,
} from '../../statements/json-columns.ts';
import type { ValueOf } from '../../statements/prepared.ts';
import { checkRowCount, ROWS_LIMIT } from '../../statements/read-bounds.ts';
import { PARTICIPANT_VALUES, type ParticipantValues, toParticipant } from './participant-values.ts';
import { readRows, unlessRolesTooLong } from './roles-bound.ts';

/** `place` is that of the asked page, counted from 1: a page may be asked for twice. */
type ParticipantRow = ParticipantValues & { place: number };
type DocumentRow = RequestedDocument & { place: number };

export type PageColumns = { participants: Columns<ParticipantRow> | null };
export type PageColumnsInFull = PageColumns & { documents: Columns<DocumentRow> };

const PARTICIPANT: Selection<ParticipantRow> = {
  place: sql`asked.place`,
  ...PARTICIPANT_VALUES,
};

/** Of a document `d`. */
export const DOCUMENT_VALUES: Selection<RequestedDocument> = {
  participantId: sql`d.participant_id`,
  typeCode: sql`d.type_code`,
  occurrence: sql`d.occurrence`,
  downloadId: sql`d.file_id`,
};

const DOCUMENT: Selection<DocumentRow> = { place: sql`listed.place`, ...DOCUMENT_VALUES };

/** The service, and of the asked pages the businesses and the lengths, each as the text of a PostgreSQL array. */
export type PageValues = { serviceId: number; businessIds: string; limits: string };

/**
 * The first pages that a statement is asked for, as its tables `asked` and `page`, which has their participants in
 * order of place and id. The values stand in subselects for the reason that `askedIds` gives.
 */
export function askedPages(value: ValueOf<PageValues>): RawBuilder<unknown> {
  return sql`
  asked as materialized (
    select asked.* from unnest(
      (select ${value('businessIds')}::bigint[]),
      (select ${value('limits')}::integer[])
    ) with ordinality as asked (business_id, max_count, place)
  ),
  page as materialized (
    select found.* from asked cross join lateral (
      select ${selected(PARTICIPANT)}
      from participants p
      join persons s on s.service_id = ${value('serviceId')} and s.id = p.person_id
      where p.service_id = ${value('serviceId')} and p.business_id = asked.business_id
      order by p.id limit asked.max_count
    ) found
    order by found.place, found.id
  )`;
}

export function pageValues({ serviceId, keys }: ServiceKeys<FirstPage>): PageValues {
  return {
    serviceId,
    businessIds: arrayText(keys.map((one) => one.businessId)),
    limits: arrayText(keys.map((one) => one.limit)),
  };
}

export const PARTICIPANTS: RawBuilder<Columns<ParticipantRow> | null> = unlessRolesTooLong(
  jsonColumns(PARTICIPANT, sql`page`),
);

/** Those of the participants in `page`, in the same order, and each one's in the order they were given; one search for each business. */
export function documentsOfPages(value: ValueOf<PageValues>): RawBuilder<Columns<DocumentRow>> {
  return jsonColumns(
    DOCUMENT,
    sql`(
      select ${selected(DOCUMENT)}
      from (select place, array_agg(id) as ids from page group by place) listed
      cross join lateral (
        select * from documents d
        where d.service_id = ${value('serviceId')} and d.participant_id = any(listed.ids)
        offset 0
      ) d
      order by listed.place, d.participant_id, d.position limit ${ROWS_LIMIT}
    )`,
  );
}

/** The participants of each asked page. */
export function decodePages(
  { keys }: ServiceKeys<FirstPage>,
  { participants }: PageColumns,
): Participant[][] {
  return toPages(keys, readRows(participants), () => undefined);
}

/** The same, each participant with its documents. */
export function decodePagesInFull(
  { keys }: ServiceKeys<FirstPage>,
  { participants, documents }: PageColumnsInFull,
): ParticipantInFull[][] {
  checkRowCount(documents.place.length, 'documents');
  let next = 0;
  // Both are in the same order, so that the documents of a participant are those that come next.
  return toPages(keys, readRows(participants), (place, participantId) => {
    const own: RequestedDocument[] = [];
    while (documents.place[next] === place && documents.participantId[next] === participantId) {
      own.push(toDocument(documents, next));
      next += 1;
    }
    return own;
  });
}

function toPages<Documents>(
  keys: readonly FirstPage[],
  rows: Columns<ParticipantRow>,
  documentsOf: (place: number, participantId: number) => Documents,
): (Participant & { documents: Documents })[][] {
  const pages = keys.map((): (Participant & { documents: Documents })[] => []);
  for (let row = 0; row < rows.id.length; row += 1) {
    const place = valueAt(rows.place, row);
    const documents = documentsOf(place, valueAt(rows.id, row));
    const { businessId } = valueAt(keys, place - 1);
    pages[place - 1]?.push(toParticipant(rows, row, { businessId, documents }));
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
