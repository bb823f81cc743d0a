import { sql } from 'kysely';
import type { PositionedDocument } from '../../../domain/business/upsert-documents.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** Returns the documents of participants, in order of participant and position. */
export async function listPositionedDocuments(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<PositionedDocument[]> {
  return await db
    .selectFrom('documents')
    .select([
      'participant_id as participantId',
      'type_code as typeCode',
      'occurrence',
      'position',
      'file_id as downloadId',
    ])
    .where('service_id', '=', serviceId)
    .where((eb) => eb('participant_id', '=', eb.fn.any(eb.val(participantIds))))
    .orderBy('participant_id')
    .orderBy('position')
    .execute();
}

/** Inserts documents as one pipelined statement. */
export async function insertDocuments(
  db: Db,
  serviceId: number,
  documents: readonly PositionedDocument[],
): Promise<void> {
  const statement = insertPositioned(db, {
    serviceId,
    ...toKeyColumns(documents),
    positions: documents.map((document) => document.position),
    fileIds: documents.map((document) => document.downloadId),
  });
  await pipelineWithNext(db, statement);
}

/** Keys of documents, as one array for each column. */
type Keys = { participantIds: number[]; typeCodes: string[]; occurrences: number[] };
type PositionedColumns = Keys & {
  serviceId: number;
  positions: number[];
  fileIds: (number | null)[];
};

const insertPositioned = prepareStatement((db, value: ValueOf<PositionedColumns>) =>
  sql`
    insert into documents (service_id, participant_id, type_code, occurrence, position, file_id)
    select ${value('serviceId')}, participant_id, type_code, occurrence, position, file_id
    from unnest(
      ${value('participantIds')}::bigint[], ${value('typeCodes')}::text[],
      ${value('occurrences')}::integer[], ${value('positions')}::integer[],
      ${value('fileIds')}::bigint[]
    ) as new_documents (participant_id, type_code, occurrence, position, file_id)
  `.compile(db),
);

/** Deletes documents as one pipelined statement. */
export async function deleteDocuments(
  db: Db,
  serviceId: number,
  documents: readonly PositionedDocument[],
): Promise<void> {
  const { participantIds, typeCodes, occurrences } = toKeyColumns(documents);
  const statement = sql`
    delete from documents d
    using unnest(${participantIds}::bigint[], ${typeCodes}::text[], ${occurrences}::integer[])
      as document_key (participant_id, type_code, occurrence)
    where d.service_id = ${serviceId} and d.participant_id = document_key.participant_id
      and d.type_code = document_key.type_code and d.occurrence = document_key.occurrence
  `;
  await pipelineWithNext(db, statement.compile(db));
}

export async function setDocumentFile(
  db: Db,
  serviceId: number,
  document: PositionedDocument,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ file_id: document.downloadId })
    .where('service_id', '=', serviceId)
    .where('participant_id', '=', document.participantId)
    .where('type_code', '=', document.typeCode)
    .where('occurrence', '=', document.occurrence)
    .execute();
}

function toKeyColumns(documents: readonly PositionedDocument[]): Keys {
  return {
    participantIds: documents.map((document) => document.participantId),
    typeCodes: documents.map((document) => document.typeCode),
    occurrences: documents.map((document) => document.occurrence),
  };
}
