import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { Db } from '../../client.ts';
import { askedIds, type IdValues, idValues, toGroups } from '../../statements/asked-ids.ts';
import { prepare, type ValueOf } from '../../statements/prepared.ts';
import { checkRowCount, ROWS_LIMIT } from '../../statements/read-bounds.ts';

/** The documents of a service's participants with these ids, each one's in the order they were given. */
export async function readDocuments(
  db: Db,
  asked: ServiceKeys<number>,
): Promise<RequestedDocument[][]> {
  const rows = await selectAsked(db, idValues(asked));
  checkRowCount(rows.length, 'documents');
  return toGroups(rows, asked, toDocument);
}

const selectAsked = prepare((db, value: ValueOf<IdValues>) =>
  db
    .selectFrom(askedIds(value))
    .innerJoin('documents as d', (join) =>
      join.on('d.service_id', '=', value('serviceId')).onRef('d.participant_id', '=', 'asked.id'),
    )
    .select([
      'asked.place',
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
