import { sql } from 'kysely';
import type { PlacedDocument } from '../../../domain/upsert-documents.ts';
import type { Db } from '../../client.ts';
import { runLater } from '../../statements/together.ts';

/** The documents of some participants with their places, each participant's in their order. */
export async function listPlacedDocuments(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<PlacedDocument[]> {
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

/** Adds requested documents, in one statement whatever their number, which goes out with the next one. */
export async function insertDocuments(
  db: Db,
  serviceId: number,
  documents: readonly PlacedDocument[],
): Promise<void> {
  const { participantIds, typeCodes, occurrences } = keysOf(documents);
  const statement = sql`
    insert into documents (service_id, participant_id, type_code, occurrence, position, file_id)
    select ${serviceId}, participant_id, type_code, occurrence, position, file_id
    from unnest(
      ${participantIds}::bigint[], ${typeCodes}::text[], ${occurrences}::integer[],
      ${documents.map((one) => one.position)}::integer[],
      ${documents.map((one) => one.downloadId)}::bigint[]
    ) as added (participant_id, type_code, occurrence, position, file_id)
  `;
  await runLater(db, statement.compile(db));
}

/** Deletes requested documents in the same way. */
export async function deleteDocuments(
  db: Db,
  serviceId: number,
  documents: readonly PlacedDocument[],
): Promise<void> {
  const { participantIds, typeCodes, occurrences } = keysOf(documents);
  const statement = sql`
    delete from documents d
    using unnest(${participantIds}::bigint[], ${typeCodes}::text[], ${occurrences}::integer[])
      as gone (participant_id, type_code, occurrence)
    where d.service_id = ${serviceId} and d.participant_id = gone.participant_id
      and d.type_code = gone.type_code and d.occurrence = gone.occurrence
  `;
  await runLater(db, statement.compile(db));
}

export async function setDocumentFile(
  db: Db,
  serviceId: number,
  document: PlacedDocument,
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

function keysOf(documents: readonly PlacedDocument[]) {
  return {
    participantIds: documents.map((one) => one.participantId),
    typeCodes: documents.map((one) => one.typeCode),
    occurrences: documents.map((one) => one.occurrence),
  };
}
