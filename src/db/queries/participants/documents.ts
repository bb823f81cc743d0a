import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { Db } from '../../client.ts';
import { prepare, type ValueOf } from '../../statements/prepared.ts';
import { ROWS_LIMIT, requireRowCount } from '../../statements/read-bounds.ts';
import {
  type IdValues,
  requestedIds,
  toGroups,
  toIdValues,
} from '../../statements/requested-ids.ts';

/** Reads the documents of each requested participant, in the order of their positions. */
export async function readDocuments(
  db: Db,
  request: ServiceKeys<number>,
): Promise<RequestedDocument[][]> {
  const rows = await selectDocuments(db, toIdValues(request));
  requireRowCount(rows.length, 'documents');
  return toGroups(rows, request, toDocument);
}

const selectDocuments = prepare((db, value: ValueOf<IdValues>) =>
  db
    .selectFrom(requestedIds(value))
    .innerJoin('documents as d', (join) =>
      join
        .on('d.service_id', '=', value('serviceId'))
        .onRef('d.participant_id', '=', 'requested_ids.id'),
    )
    .select([
      'requested_ids.ordinal',
      'd.participant_id as participantId',
      'd.type_code as typeCode',
      'd.occurrence',
      'd.file_id as downloadId',
    ])
    .orderBy('d.position')
    .limit(ROWS_LIMIT),
);

function toDocument({
  participantId,
  typeCode,
  occurrence,
  downloadId,
}: RequestedDocument): RequestedDocument {
  return { participantId, typeCode, occurrence, downloadId };
}
