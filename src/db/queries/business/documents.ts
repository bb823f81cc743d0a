import { sql } from 'kysely';
import type { RequestedDocument } from '../../../domain/document.ts';
import type { Db } from '../../client.ts';
import { askedPairs, type PairValues, pairValues, toGroups } from '../../statements/asked-pairs.ts';
import type { Pairs } from '../../statements/coalesce.ts';
import { prepare, type ValueOf } from '../../statements/prepared.ts';
import { checkDocumentCount, DOCUMENTS_LIMIT } from './documents-bound.ts';

/** The documents of the participants with these ids of these services, each one's in the order they were given. */
export async function readDocuments(db: Db, pairs: Pairs<number>): Promise<RequestedDocument[][]> {
  const rows = await selectAsked(db, pairValues(pairs));
  checkDocumentCount(rows.length);
  return toGroups(rows, pairs, toDocument);
}

const selectAsked = prepare((db, value: ValueOf<PairValues>) =>
  db
    .selectFrom(askedPairs(value))
    .innerJoin('documents as d', (join) =>
      join
        .onRef('d.service_id', '=', 'asked.service_id')
        .onRef('d.participant_id', '=', 'asked.id'),
    )
    .select([
      'asked.place',
      'd.participant_id as participantId',
      'd.type_code as typeCode',
      'd.occurrence',
      'd.file_id as downloadId',
    ])
    .orderBy('d.position')
    .limit(sql.lit(DOCUMENTS_LIMIT)),
);

function toDocument({
  participantId,
  typeCode,
  occurrence,
  downloadId,
}: RequestedDocument): RequestedDocument {
  return { participantId, typeCode, occurrence, downloadId };
}
