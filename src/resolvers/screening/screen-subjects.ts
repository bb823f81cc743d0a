import { partyOfSubject } from '../../domain/screening/screened-parties.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { inTurns } from '../../pacing/in-turns.ts';
import { findAll } from './candidate-search.ts';
import { likelyEntries } from './likely-entries.ts';
import type { ScreenedFor, ScreenRequest } from './screen-request.ts';
import { tellLists } from './tell-lists.ts';
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
