import type { RequestContext } from '../../context.ts';
import type { SharedListCode } from '../../domain/lists/list-source.ts';
import { POSSIBLE_THRESHOLD } from '../../domain/screening/names/score-names.ts';
import type { Band } from '../../domain/screening/parties/bands.ts';
import { type DisplayedItem, toUnmaskedItems } from '../../domain/screening/parties/explanation.ts';
import { prepareSubject } from '../../domain/screening/screened-parties.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { invalidAt } from '../../errors.ts';
import { NAME_TOO_LONG } from '../screening/name-too-long.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { toRequestedSubject } from '../screening/screened-subject.ts';
import type { LookUpInput } from './inputs.ts';

/** Taxpayer in a list with a name similar to the query name, possibly another person. */
export type ListCandidate = {
  list: string;
  entryKey: string;
  /** Null when the list row has no RFC. */
  rfc: string | null;
  name: string;
  matchedName: string | null;
  /** Similarity of the names, from 0.75 to 1. */
  score: number;
  band: Band;
  explanation: DisplayedItem[];
};

export type Candidates = {
  /** Candidates, strongest first, at most 100. */
  candidates: ListCandidate[];
  /** Lower bound of the number of candidates. */
  candidatesCount: number;
};

/** Candidates, and the SHA-256 of the snapshot of each searched list. */
type CandidateSearch = Candidates & { snapshotDigests: ReadonlyMap<string, string | null> };

type CandidateQuery = Pick<LookUpInput, 'personType'> & {
  sources: readonly SharedListCode[];
  name: string;
  day: string;
};

/**
 * Finds taxpayers with a similar name in the shared lists, as of a day. The query is not stored. Throws AppError
 * `invalid_input` for a name that cannot be compared, or not as a whole, and the errors of screenSubjects.
 */
export async function findCandidates(
  ctx: RequestContext,
  { sources, name, personType, day }: CandidateQuery,
): Promise<CandidateSearch> {
  const subject = toRequestedSubject({ name, personType });
  const comparablePart = prepareSubject(subject).comparable.name;
  if (comparablePart === 'none') throw invalidAt(['name'], NOT_COMPARABLE, 'wrong_format');
  if (comparablePart === 'part') throw invalidAt(['name'], NAME_TOO_LONG, 'too_long');
  const screened = await screenSubjects(
    { db: ctx.db, serviceId: ctx.caller.serviceId, memory: ctx.listMemory },
    { subjects: [subject], lists: sources, asOf: day, minScore: POSSIBLE_THRESHOLD },
  );
  const matches = screened.matchesBySubject[0] ?? [];
  const candidatesCount = screened.countsBySubject[0] ?? 0;
  const candidates = matches.map(({ entry, score, band, matchedName, items }) => {
    const { source: list, entryKey, name: entryName } = entry;
    const summary = { list, entryKey, rfc: findRfc(entry), name: entryName, matchedName };
    return { ...summary, score, band, explanation: toUnmaskedItems(items) };
  });
  const snapshotDigests = new Map(screened.lists.map(({ code, sha256 }) => [code, sha256]));
  return { candidates, candidatesCount, snapshotDigests };
}

const NOT_COMPARABLE = 'Must contain a letter or digit; text after `//` is a note';

function findRfc({ identifiers }: MatchedEntry): string | null {
  return identifiers.find(({ kind }) => kind === 'rfc' || kind === 'rfc10')?.value ?? null;
}
