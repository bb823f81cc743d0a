import { findKindsOf } from '../../db/list-memory/known-kinds.ts';
import type { ListSummary } from '../../domain/lists/list-summary.ts';
import { compareWithList } from '../../domain/screening/comparable.ts';
import { type PreparedSubject, prepareSubject } from '../../domain/screening/screened-parties.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { type Found, findAll } from '../list-search/candidate-search.ts';
import { likelyEntries } from '../list-search/likely-entries.ts';
import type { ScreenedFor, ScreenRequest } from '../list-search/screen-request.ts';
import { tellLists } from './tell-lists.ts';
import { type Told, tellMatches } from './tell-matches.ts';

export type Screened = Told & {
  lists: ListSummary[];
  /** The same of each subject, in their order, with what of it was compared. */
  listsOf: ScreenedList[][];
};

const SUBJECTS_MAX = 500;
const TRIES_MAX = 3;

/**
 * Looks for each subject in lists as they are on a day, in few statements whatever their number. Where a list is not
 * loaded, that nothing was found in it says nothing: the answer's lists tell which.
 */
export async function screenSubjects(to: ScreenedFor, request: ScreenRequest): Promise<Screened> {
  if (request.subjects.length > SUBJECTS_MAX) throw new Error('Too many subjects at once.');
  const subjects = await mapInSlices(to.serviceId, request.subjects, prepareSubject);
  const parties = subjects.map(({ party }) => party);
  for (let tried = 1; tried <= TRIES_MAX; tried += 1) {
    const found = await findAll(to, request, parties);
    // Somebody has a list loaded or forgotten meanwhile: all is looked at again.
    if (found === undefined) continue;
    const { serviceId } = to;
    const likely = await likelyEntries({ serviceId, parties, from: request.from }, found);
    const told = await tellMatches(to, request, { parties, likely, known: found.entries });
    if (told === undefined) continue;
    return { ...(await tellCompared(to, request, { subjects, found })), ...told };
  }
  throw new AppError('operation_in_progress', CHANGING);
}

const CHANGING = 'The lists are changing just now. Nothing was done; it may be asked again.';

type Compared = { subjects: readonly PreparedSubject[]; found: Found };

/** Which identifiers lists have matters only for whoever has no name. */
async function tellCompared(
  { db, memory }: ScreenedFor,
  request: ScreenRequest,
  { subjects, found }: Compared,
): Promise<Pick<Screened, 'lists' | 'listsOf'>> {
  const lists = tellLists(request, found.lists);
  const isAsked = subjects.some(
    ({ comparable: { name, identifiers } }) => name === 'none' && identifiers.length > 0,
  );
  const kindsOf = isAsked
    ? await findKindsOf(db, memory?.kinds, { lists: found.lists, day: request.asOf })
    : NO_KINDS;
  const listsOf = subjects.map(({ comparable }) =>
    lists.map((list): ScreenedList => {
      const held = kindsOf.get(list.code) ?? NONE;
      return { ...list, comparison: list.isLoaded ? compareWithList(comparable, held) : null };
    }),
  );
  return { lists, listsOf };
}

const NONE: ReadonlySet<string> = new Set();
const NO_KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map();
