import type { RequestedDocument } from '../../domain/document.ts';
import type { Db } from '../client.ts';

/** The documents of some participants, each participant's in the order they were given. */
export async function listDocumentsOfParticipants(
  db: Db,
  serviceId: number,
  participantIds: readonly number[],
): Promise<RequestedDocument[]> {
  return await selectDocuments(db, serviceId)
    .where((eb) => eb('d.participant_id', '=', eb.fn.any(eb.val(participantIds))))
    .orderBy('d.participant_id')
    .orderBy('d.position')
    .execute();
}

function selectDocuments(db: Db, serviceId: number) {
  return db
    .selectFrom('documents as d')
    .where('d.service_id', '=', serviceId)
    .select([
      'd.participant_id as participantId',
      'd.type_code as typeCode',
      'd.occurrence',
      'd.file_id as downloadId',
    ]);
}
