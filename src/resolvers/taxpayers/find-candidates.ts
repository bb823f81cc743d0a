import type { Ctx } from '../../context.ts';
import type { SharedListCode } from '../../domain/lists/list-source.ts';
import { POSSIBLE_FROM } from '../../domain/screening/names/score-names.ts';
import type { Band } from '../../domain/screening/parties/bands.ts';
import { type ShownItem, showWhole } from '../../domain/screening/parties/explanation.ts';
import { readSubject } from '../../domain/screening/screened-parties.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { invalidAt } from '../../errors.ts';
import { NAME_TOO_LONG } from '../screening/name-too-long.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { subjectOf } from '../screening/screened-subject.ts';
import type { LookUpInput } from './inputs.ts';

/** A taxpayer in a list whose name is like the one that was asked for. It may be somebody else. */
export type ListCandidate = {
  list: string;
  entryKey: string;
  /** Null where its row has none. */
  rfc: string | null;
  name: string;
  matchedName: string | null;
  /** How much alike, from 0.75 to 1. */
  score: number;
  band: Band;
  explanation: ShownItem[];
};

export type Candidates = {
  /** The strongest first, 100 at most. */
  candidates: ListCandidate[];
  /** How many there are, at least. */
  candidatesCount: number;
};

/** The SHA-256 by which each list is loaded, of those that the candidates are from. */
type Searched = Candidates & { loadings: ReadonlyMap<string, string | null> };

type Asked = Pick<LookUpInput, 'personType'> & {
  sources: readonly SharedListCode[];
  name: string;
  day: string;
};

/**
 * Who in lists that all services share has a name like this one, as the lists are on a day. Nothing of what is asked is
 * kept. Throws AppError `invalid_input` for a name of which nothing can be compared, or not all.
 */
export async function findCandidates(
  ctx: Ctx,
  { sources, name, personType, day }: Asked,
): Promise<Searched> {
  const subject = subjectOf({ name, personType });
  const extent = readSubject(subject).comparable.name;
  if (extent === 'none') throw invalidAt(['name'], NOT_COMPARED, 'wrong_format');
  if (extent === 'part') throw invalidAt(['name'], NAME_TOO_LONG, 'too_long');
  const found = await screenSubjects(
    { db: ctx.db, serviceId: ctx.caller.serviceId, memory: ctx.listMemory },
    { subjects: [subject], lists: sources, asOf: day, from: POSSIBLE_FROM },
  );
  const [[matches = []], [candidatesCount = 0]] = [found.matchesOf, found.countOf];
  const candidates = matches.map(({ entry, score, band, matchedName, items }) => {
    const { source: list, entryKey, name: listed } = entry;
    const shown = { list, entryKey, rfc: rfcOf(entry), name: listed, matchedName };
    return { ...shown, score, band, explanation: showWhole(items) };
  });
  const loadings = new Map(found.lists.map(({ code, sha256 }) => [code, sha256]));
  return { candidates, candidatesCount, loadings };
}

const NOT_COMPARED = 'Must be a name that can be compared';

function rfcOf({ identifiers }: MatchedEntry): string | null {
  return identifiers.find(({ kind }) => kind === 'rfc' || kind === 'rfc10')?.value ?? null;
}
