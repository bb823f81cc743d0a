import type { Db } from '../../db/client.ts';
import {
  findNewestDays,
  findSnapshotOn,
  type KnownSnapshot,
  type ListOwner,
  type NewestSnapshotDays,
} from '../../db/queries/lists/snapshots.ts';
import { OperatorError } from '../../errors.ts';
import type { ReadReport } from '../list-reader.ts';
import {
  getEffectiveDay,
  isInFuture,
  isOlder,
  type ListDate,
  resolveListDate,
} from './list-date.ts';
import type { OpenedList } from './list-files.ts';
import { LIST_RULES } from './list-rules.ts';

/** List that was read, before its date in the history of snapshots is determined. */
type ReadFiles = {
  request: ListOwner & { asOf?: string; today: string; allowOlder?: boolean };
  opened: Pick<OpenedList, 'files' | 'sha256'>;
  report: ReadReport;
};

type ResolvedSnapshot = ListDate & { countsFrom: string; unchanged?: KnownSnapshot };

/**
 * Returns the list date, the day on which the list takes effect, and in `unchanged` the loaded snapshot with the same
 * bytes and rules, if it is the newest or the one that an older list would replace. Throws OperatorError for a list
 * older than the loaded one unless that is allowed, and for an operator's date in the future or other than that of the
 * file or of identical loaded content.
 */
export async function resolveSnapshot(
  db: Db,
  { request, opened, report }: ReadFiles,
): Promise<ResolvedSnapshot> {
  const { serviceId, source, today, allowOlder = false } = request;
  const listDay = resolveListDate(request, getStatedDay(report, { today, files: opened.files }));
  const newest = await findNewestDays(db, { serviceId, source });
  const snapshotDay = allowOlder ? listDay.asOf : null;
  const current = await findSnapshotOn(db, { serviceId, source, day: snapshotDay });
  const sameSnapshot =
    current?.sha256.equals(opened.sha256) === true
      ? resolveSameBytes(source, current, listDay)
      : undefined;
  if (sameSnapshot !== undefined) return sameSnapshot;
  const countsFrom = getEffectiveDay(listDay, { newest, today, allowOlder });
  if (!allowOlder && isOlder(listDay, newest))
    throw new OperatorError(describeOlder(source, listDay.asOf, newest));
  return { ...listDay, countsFrom };
}

/**
 * Returns the dates of a loaded snapshot with identical content, and the snapshot in `unchanged` unless newer rules
 * require that it is loaded again. Undefined when newer rules read another date from it. Throws OperatorError when the
 * operator states another date.
 */
function resolveSameBytes(
  source: string,
  current: KnownSnapshot,
  listDay: ListDate,
): ResolvedSnapshot | undefined {
  const isOtherDay = listDay.asOfOrigin !== 'loaded' && listDay.asOf !== current.asOf;
  if (isOtherDay && listDay.asOfOrigin === 'operator')
    throw new OperatorError(describeOtherDay(source, current, listDay.asOf));
  if (current.rules === LIST_RULES) return { ...current, unchanged: current };
  return isOtherDay ? undefined : current;
}

/**
 * Returns the list date that the files state. A date in the future is an error of the file: it is ignored, with a
 * warning.
 */
function getStatedDay(
  report: ReadReport,
  { today, files }: { today: string; files: OpenedList['files'] },
): string | null {
  const { asOf } = report;
  if (asOf === null || !isInFuture(asOf, today)) return asOf;
  report.warn({ file: files[0]?.name ?? '', line: 1, code: 'day_in_future' });
  return null;
}

function describeOlder(source: string, asOf: string | null, newest: NewestSnapshotDays): string {
  return `Nothing was loaded: ${source} is of ${asOf}, and that of ${newest.asOf} is loaded. --allow-older puts it into the history.`;
}

function describeOtherDay(source: string, { id, asOf }: KnownSnapshot, day: string | null): string {
  const loadedAs = asOf === null ? 'without a day of its own' : `of ${asOf}`;
  return `Nothing was loaded: these very bytes are loaded already, as ${source} ${loadedAs}. To give them the day ${day}: gateway lists redate ${id} --as-of ${day}`;
}
