import { findIdentifierKinds } from '../../db/list-memory/identifier-kind-cache.ts';
import type { ListSummary } from '../../domain/lists/list-summary.ts';
import { compareWithList } from '../../domain/screening/comparable.ts';
import { type PreparedSubject, prepareSubject } from '../../domain/screening/screened-parties.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { type SearchedLists, searchLists } from '../list-search/candidate-search.ts';
import { rankCandidates } from '../list-search/rank-candidates.ts';
import type { ScreeningContext, ScreenRequest } from '../list-search/screen-request.ts';
import { describeSearchedLists } from './describe-searched-lists.ts';
import { type ScoredMatches, scoreCandidates } from './score-candidates.ts';

export type ScreenedSubjects = ScoredMatches & {
  lists: ListSummary[];
  /** Lists of each subject, in the order of the subjects, with the parts of the subject that were compared. */
  listsBySubject: ScreenedList[][];
};

/** Callers pass fewer: the memory of a search grows with the subjects. */
const SUBJECTS_MAX = 500;
const ATTEMPTS_MAX = 3;

/**
 * Screens subjects against lists on a day, in a number of statements that does not depend on the number of subjects. A
 * list that is not loaded yields no matches; `lists` states which lists were loaded. Throws AppError
 * `operation_in_progress` when the lists change during each of three attempts, and `too_many_requests` when too many
 * searches of the service wait.
 */
export async function screenSubjects(
  context: ScreeningContext,
  request: ScreenRequest,
): Promise<ScreenedSubjects> {
  if (request.subjects.length > SUBJECTS_MAX) throw new Error('Too many subjects at once.');
  const subjects = await mapInSlices(context.serviceId, request.subjects, prepareSubject);
  const parties = subjects.map(({ party }) => party);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const searched = await searchLists(context, request, parties);
    // A list was loaded or deleted during the search, so the search is repeated.
    if (searched === undefined) continue;
    const { serviceId } = context;
    const candidates = await rankCandidates(
      { serviceId, parties, minScore: request.minScore },
      searched,
    );
    const scored = await scoreCandidates(context, request, {
      parties,
      candidatesBySubject: candidates,
      entriesRead: searched.entries,
    });
    if (scored === undefined) continue;
    return { ...(await describeComparisons(context, request, { subjects, searched })), ...scored };
  }
  throw new AppError('operation_in_progress', LISTS_CHANGING);
}

const LISTS_CHANGING = 'The lists are changing. Nothing was stored. Retry later.';

type ComparedSubjects = { subjects: readonly PreparedSubject[]; searched: SearchedLists };

/**
 * Describes which parts of each subject the lists could compare. The kinds of identifiers in the lists are read only
 * when a subject has an identifier but no name.
 */
async function describeComparisons(
  { db, memory }: ScreeningContext,
  request: ScreenRequest,
  { subjects, searched }: ComparedSubjects,
): Promise<Pick<ScreenedSubjects, 'lists' | 'listsBySubject'>> {
  const lists = describeSearchedLists(request, searched.lists);
  const needsKinds = subjects.some(
    ({ comparable: { name, identifiers } }) => name === 'none' && identifiers.length > 0,
  );
  const kindsByList = needsKinds
    ? await findIdentifierKinds(db, memory?.kinds, { lists: searched.lists, day: request.asOf })
    : NO_KINDS;
  const listsBySubject = subjects.map(({ comparable }) =>
    lists.map((list): ScreenedList => {
      const kinds = kindsByList.get(list.code) ?? NO_IDENTIFIER_KINDS;
      return { ...list, comparison: list.isLoaded ? compareWithList(comparable, kinds) : null };
    }),
  );
  return { lists, listsBySubject };
}

const NO_IDENTIFIER_KINDS: ReadonlySet<string> = new Set();
const NO_KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map();
