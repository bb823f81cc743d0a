import type { ListOnDay } from '../../db/queries/lists/candidates.ts';
import { tellList } from '../../domain/lists/list-on-day.ts';
import { isSharedList } from '../../domain/lists/list-source.ts';
import { partyOfSubject } from '../../domain/screening/screened-parties.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { inTurns } from '../../pacing/in-turns.ts';
import { endOfDay } from '../common/end-of-day.ts';
import { findAll, SHARED } from './candidate-search.ts';
import { likelyEntries } from './likely-entries.ts';
import type { ScreenedFor, ScreenRequest } from './screen-request.ts';
import { OWN_LISTS } from './screened-lists.ts';
import { type Told, tellMatches } from './tell-matches.ts';

export type Screened = Told & { lists: ScreenedList[] };

const SUBJECTS_MAX = 500;
const TRIES_MAX = 3;

/**
 * Looks for each subject in lists as they are on a day, in few statements whatever their number. Where a list is not
 * loaded, that nothing was found in it says nothing: the answer's lists tell which.
 */
export async function screenSubjects(to: ScreenedFor, request: ScreenRequest): Promise<Screened> {
  if (request.subjects.length > SUBJECTS_MAX) throw new Error('Too many subjects at once.');
  const parties = await inTurns(to.serviceId, request.subjects, partyOfSubject);
  for (let tried = 1; tried <= TRIES_MAX; tried += 1) {
    const found = await findAll(to, request, parties);
    // Somebody has a list loaded or forgotten meanwhile: all is looked at again.
    if (found === undefined) continue;
    const { serviceId } = to;
    const likely = await likelyEntries({ serviceId, parties, from: request.from }, found);
    const told = await tellMatches(to, request, { parties, likely, known: found.entries });
    if (told === undefined) continue;
    return { lists: tellLists(request, found.lists), ...told };
  }
  throw new AppError('operation_in_progress', CHANGING);
}

const CHANGING = 'The lists are changing just now. Nothing was done; it may be asked again.';

/** Those that were asked for, in that order, and of all those that were ever loaded. */
function tellLists({ lists, asOf }: ScreenRequest, known: readonly ListOnDay[]): ScreenedList[] {
  const bySource = new Map(known.map(({ source, snapshot }) => [source, snapshot]));
  const own = [...bySource.keys()].filter((code) => !isSharedList(code));
  const codes =
    lists === 'loaded'
      ? [...SHARED.filter((code) => bySource.has(code)), ...own]
      : lists.flatMap((code) => (code === OWN_LISTS ? own : [code]));
  const now = endOfDay(asOf);
  return [...new Set(codes)].map((code) => tellList(code, bySource.get(code) ?? null, now));
}
