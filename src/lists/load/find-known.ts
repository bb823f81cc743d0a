import type { Db } from '../../db/client.ts';
import {
  findNewestDays,
  findSnapshotOn,
  type KnownSnapshot,
  type ListOwner,
  type NewestSnapshotDays,
} from '../../db/queries/lists/snapshots.ts';
import { OperatorError } from '../../errors.ts';
import type { Reading } from '../reading.ts';
import { findDay, isInFuture, isOlder, type ListDay, placeDay } from './list-day.ts';
import type { OpenedList } from './list-files.ts';
import { LIST_RULES } from './list-rules.ts';

/** A list as it was read, before it is placed among its snapshots. */
type FoundFiles = {
  request: ListOwner & { asOf?: string; today: string; allowOlder?: boolean };
  opened: Pick<OpenedList, 'files' | 'sha256'>;
  reading: Reading;
};

type Known = ListDay & { countsFrom: string; known?: KnownSnapshot };

/**
 * The day of what was read and the day that it counts from; and the snapshot that says the same, where it says so now or is what an older
 * list would replace. Throws OperatorError for a list that is older than the loaded one, and for a day other than the one that the same
 * bytes were loaded with.
 */
export async function findKnown(db: Db, { request, opened, reading }: FoundFiles): Promise<Known> {
  const { serviceId, source, today, allowOlder = false } = request;
  const found = findDay(request, stateDay(reading, { today, files: opened.files }));
  const newest = await findNewestDays(db, { serviceId, source });
  const day = allowOlder ? found.asOf : null;
  const current = await findSnapshotOn(db, { serviceId, source, day });
  const same =
    current?.sha256.equals(opened.sha256) === true ? judgeSame(source, current, found) : undefined;
  if (same !== undefined) return same;
  const countsFrom = placeDay(found, { newest, today, allowOlder });
  if (!allowOlder && isOlder(found, newest))
    throw new OperatorError(describeOlder(source, found.asOf, newest));
  return { ...found, countsFrom };
}

/**
 * The place of bytes that are loaded already: theirs, unless their reader has learnt to read their day. Throws OperatorError for another day.
 */
function judgeSame(source: string, current: KnownSnapshot, found: ListDay): Known | undefined {
  const isOther = found.asOfOrigin !== 'loaded' && found.asOf !== current.asOf;
  if (isOther && found.asOfOrigin === 'operator')
    throw new OperatorError(describeOtherDay(source, current, found.asOf));
  if (current.rules === LIST_RULES) return { ...current, known: current };
  return isOther ? undefined : current;
}

/** The day that the files state; one in the future is a slip, which is warned about. */
function stateDay(
  reading: Reading,
  { today, files }: { today: string; files: OpenedList['files'] },
): string | null {
  const { asOf } = reading;
  if (asOf === null || !isInFuture(asOf, today)) return asOf;
  reading.warn({ file: files[0]?.name ?? '', line: 1, code: 'day_in_future' });
  return null;
}

function describeOlder(source: string, asOf: string | null, newest: NewestSnapshotDays): string {
  return `Nothing was loaded: ${source} is of ${asOf}, and that of ${newest.asOf} is loaded. --allow-older puts it into the history.`;
}

function describeOtherDay(source: string, { id, asOf }: KnownSnapshot, day: string | null): string {
  const known = asOf === null ? 'without a day of its own' : `of ${asOf}`;
  return `Nothing was loaded: these very bytes are loaded already, as ${source} ${known}. To give them the day ${day}: gateway lists redate ${id} --as-of ${day}`;
}
