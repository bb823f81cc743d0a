import { sql } from 'kysely';
import type { PositionedDocument } from '../../../domain/business/upsert-documents.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';

/** Documents of some participants with their positions, in order of participant and position. */
export async function listPlacedDocuments(
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

/** Inserts requested documents as one pipelined statement, sent with the next one. */
export async function insertDocuments(
  db: Db,
  serviceId: number,
  documents: readonly PositionedDocument[],
): Promise<void> {
  const statement = insertPlaced(db, {
    serviceId,
    ...toKeyColumns(documents),
    positions: documents.map((document) => document.position),
    fileIds: documents.map((document) => document.downloadId),
  });
  await runWithNext(db, statement);
}

/** Keys of documents; each array is a column. */
type Keys = { participantIds: number[]; typeCodes: string[]; occurrences: number[] };
type Placed = Keys & { serviceId: number; positions: number[]; fileIds: (number | null)[] };

const insertPlaced = prepareStatement((db, value: ValueOf<Placed>) =>
  sql`
    insert into documents (service_id, participant_id, type_code, occurrence, position, file_id)
    select ${value('serviceId')}, participant_id, type_code, occurrence, position, file_id
    from unnest(
      ${value('participantIds')}::bigint[], ${value('typeCodes')}::text[],
      ${value('occurrences')}::integer[], ${value('positions')}::integer[],
      ${value('fileIds')}::bigint[]
    ) as added (participant_id, type_code, occurrence, position, file_id)
  `.compile(db),
);

/** Deletes requested documents as one pipelined statement. */
export async function deleteDocuments(
  db: Db,
  serviceId: number,
  documents: readonly PositionedDocument[],
): Promise<void> {
  const { participantIds, typeCodes, occurrences } = toKeyColumns(documents);
  const statement = sql`
    delete from documents d
    using unnest(${participantIds}::bigint[], ${typeCodes}::text[], ${occurrences}::integer[])
      as gone (participant_id, type_code, occurrence)
    where d.service_id = ${serviceId} and d.participant_id = gone.participant_id
      and d.type_code = gone.type_code and d.occurrence = gone.occurrence
  `;
  await runWithNext(db, statement.compile(db));
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
