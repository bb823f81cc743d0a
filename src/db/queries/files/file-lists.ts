import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { FileFilter, FileRecord } from '../../../domain/files/file.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { countSelection } from '../../statements/count-selection.ts';
import {
  planNewestFirst,
  type TimeRange,
  timeRangeConditions,
  toListOrder,
} from '../../statements/newest-first.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { FILE_COLUMNS, toFile } from './file-records.ts';

export type FileListing = { serviceId: number; filter: FileFilter };

/** Returns the files of a window, newest first, without files of another system, of which only the id is known. */
export async function listFiles(
  db: Db,
  { serviceId, filter }: FileListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<FileRecord, TimePosition>[]> {
  const plan = planNewestFirst({ time: 'created_at', id: 'id' }, window, toTimeRange(filter));
  const rows = await db
    .selectFrom('files')
    .modifyFront(customPlanHint('files'))
    .select(FILE_COLUMNS)
    .where('service_id', '=', serviceId)
    .where('state', '<>', sql.lit('elsewhere'))
    .where((eb) => eb.and([plan.condition, ...toConditions(filter)]))
    .orderBy('created_at', plan.direction)
    .orderBy('id', plan.direction)
    .limit(plan.limit)
    .execute();
  return toListOrder(rows.map(toFile), plan, (file) => file.createdAt);
}

/** Counts matching files, up to `max`; in index order, so that the limit ends the scan. */
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
    .where((eb) =>
      eb.and([...timeRangeConditions('created_at', toTimeRange(filter)), ...toConditions(filter)]),
    )
    .orderBy('created_at')
    .limit(max);
  return await countSelection(db, 'files', selection);
}

function toTimeRange({ createdSince: since, createdBefore: until }: FileFilter): TimeRange {
  return { since, until };
}

function toConditions(filter: FileFilter): RawBuilder<SqlBool>[] {
  const { businessDatabaseId, statusIn } = filter;
  return [
    ...(businessDatabaseId ? [sql<SqlBool>`business_id = ${businessDatabaseId}`] : []),
    ...(statusIn ? [sql<SqlBool>`state = any(${statusIn}::text[])`] : []),
  ];
}

/** Maximum number of documents of a file: any number may refer to a file of another system. */
const DOCUMENTS_MAX = 100;

/** Returns the documents that refer to files, at most DOCUMENTS_MAX for each, in order of file and participant. */
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
          .as('document'),
      (join) => join.onTrue(),
    )
    .select([
      'document.participant_id as participantId',
      'document.type_code as typeCode',
      'document.occurrence',
      'file.id as downloadId',
    ])
    .orderBy('file.id')
    .orderBy('document.participant_id')
    .orderBy('document.position')
    .execute();
}
