import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { FileFilter, FileRecord } from '../../../domain/files/file.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { countSelection } from '../../statements/count-found.ts';
import {
  isInRange,
  newestFirst,
  type TimeRange,
  toListOrder,
} from '../../statements/newest-first.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { FILE_COLUMNS, toFile } from './file-records.ts';

export type FileListing = { serviceId: number; filter: FileFilter };

/** Files of a window, newest first, without those of which only the id is known. */
export async function listFiles(
  db: Db,
  { serviceId, filter }: FileListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<FileRecord, TimePosition>[]> {
  const list = newestFirst({ time: 'created_at', id: 'id' }, window, rangeOf(filter));
  const rows = await db
    .selectFrom('files')
    .modifyFront(customPlanHint('files'))
    .select(FILE_COLUMNS)
    .where('service_id', '=', serviceId)
    .where('state', '<>', sql.lit('elsewhere'))
    .where((eb) => eb.and([list.isWithin, ...conditionsOf(filter)]))
    .orderBy('created_at', list.direction)
    .orderBy('id', list.direction)
    .limit(list.limit)
    .execute();
  return toListOrder(rows.map(toFile), list, (file) => file.createdAt);
}

/** Counts matching files, up to `max`. */
export async function countFiles(
  db: Db,
  { serviceId, filter }: FileListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('files')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('state', '<>', sql.lit('elsewhere'))
    .where((eb) => eb.and([...isInRange('created_at', rangeOf(filter)), ...conditionsOf(filter)]))
    .orderBy('created_at')
    .limit(max);
  return await countSelection(db, 'files', selection);
}

function rangeOf({ createdSince: since, createdBefore: until }: FileFilter): TimeRange {
  return { since, until };
}

function conditionsOf(filter: FileFilter): RawBuilder<SqlBool>[] {
  const { businessDatabaseId, statusIn } = filter;
  return [
    ...(businessDatabaseId ? [sql<SqlBool>`business_id = ${businessDatabaseId}`] : []),
    ...(statusIn ? [sql<SqlBool>`state = any(${statusIn}::text[])`] : []),
  ];
}

/** Bound for files of another system, which any number of documents may refer to. */
const DOCUMENTS_MAX = 100;

/** Documents that refer to each file, at most a hundred for each, in order of file, participant and position. */
export async function listDocumentsOfFiles(
  db: Db,
  serviceId: number,
  fileIds: readonly number[],
): Promise<(RequestedDocument & { downloadId: number })[]> {
  return await db
    .selectFrom(sql<{ id: number }>`unnest(${fileIds}::bigint[])`.as<'file'>(sql`file (id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('documents as d')
          .select(['d.participant_id', 'd.type_code', 'd.occurrence', 'd.position'])
          .where('d.service_id', '=', serviceId)
          .where('d.file_id', '=', eb.ref('file.id'))
          .orderBy('d.participant_id')
          .orderBy('d.position')
          .limit(DOCUMENTS_MAX)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select([
      'found.participant_id as participantId',
      'found.type_code as typeCode',
      'found.occurrence',
      'file.id as downloadId',
    ])
    .orderBy('file.id')
    .orderBy('found.participant_id')
    .orderBy('found.position')
    .execute();
}
