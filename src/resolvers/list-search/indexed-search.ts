import type { CachedIndex } from '../../db/list-memory/name-index-cache.ts';
import type { CandidateName } from '../../db/queries/list-search/candidates.ts';
import { PARTY_TYPES, type PartyType } from '../../domain/lists/list-entry.ts';
import { createGlance, type WordRow } from '../../domain/screening/names/glance.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { placesOf, readWords } from '../../domain/screening/search/name-index.ts';
import type { NameProbe } from '../../domain/screening/search/name-probe.ts';
import { probesOf } from '../../domain/screening/search/name-probes.ts';
import {
  foremost,
  type IndexedPlace,
  NameRanker,
  together,
} from '../../domain/screening/search/name-ranker.ts';
import { textAt } from '../../domain/screening/words/text-table.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import { chooseLikeliest } from './likely-entries.ts';

/** Names that are worth being scored, with what their entries are about. */
export type FoundNames = { names: CandidateName[]; partyTypes: Map<number, PartyType> };

type Sought = { serviceId: number; parties: readonly ScreenedParty[]; most: number };

/** Of each party at most `most` names of the lists are looked at, those that share most with it, and the likeliest told. */
export async function searchIndexes(
  { serviceId, parties, most }: Sought,
  indexes: readonly CachedIndex[],
): Promise<FoundNames> {
  const found: FoundNames = { names: [], partyTypes: new Map() };
  for (const [subject, party] of parties.entries()) {
    const near = await rankNames(serviceId, probesFor(party, indexes), { indexes, most });
    const far = glanceOver(party, indexes);
    for (const { of, place } of await chooseLikeliest(serviceId, near, far)) {
      const entryId = of.index.entryIds[place] ?? 0;
      found.names.push({
        subject,
        serviceId: of.serviceId,
        entryId,
        name: textAt(of.index.names, place),
      });
      found.partyTypes.set(entryId, PARTY_TYPES[of.index.partyTypes[place] ?? 0] ?? 'unknown');
    }
  }
  return found;
}

/** How far names of indexes are from the party's. */
function glanceOver(
  { names }: ScreenedParty,
  indexes: readonly CachedIndex[],
): (name: IndexedPlace<CachedIndex>) => number {
  const glances = names.map((name) => {
    const { rowOf, farOf } = createGlance(name);
    // Most words are of many names.
    const known = new Map(indexes.map((of) => [of, new Map<number, WordRow>()]));
    const words: number[] = [];
    const rows: WordRow[] = [];
    return ({ of, place }: IndexedPlace<CachedIndex>): number => {
      if (!readWords(of.index, place, words)) return farOf(undefined);
      const ofIndex = known.get(of) ?? new Map<number, WordRow>();
      rows.length = 0;
      for (const word of words) {
        let row = ofIndex.get(word);
        if (row === undefined) {
          row = rowOf(textAt(of.index.words, word));
          ofIndex.set(word, row);
        }
        rows.push(row);
      }
      return farOf(rows);
    };
  });
  return (name) => Math.min(...glances.map((glance) => glance(name)));
}

/** A key that fewer names of a list have makes none frequent, as the database counts them. */
const COUNTED_FROM = 100;

function probesFor({ names }: ScreenedParty, indexes: readonly CachedIndex[]): NameProbe[] {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => {
    const known = counts.get(key);
    if (known !== undefined) return known;
    const lengths = indexes.map(({ index }) => placesOf(index, key).length);
    const count = lengths.reduce((sum, one) => (one < COUNTED_FROM ? sum : sum + one), 0);
    counts.set(key, count);
    return count;
  };
  return names.flatMap((name) => probesOf(name, countOf));
}

/** What nobody uses just now: one takes thirteen bytes for each name of the longest list. */
const rankers: NameRanker[] = [];
const RANKERS_KEPT = 2;

async function rankNames(
  serviceId: number,
  probes: readonly NameProbe[],
  { indexes, most }: { indexes: readonly CachedIndex[]; most: number },
): Promise<IndexedPlace<CachedIndex>[]> {
  const ranker = rankers.pop() ?? new NameRanker();
  const parts = together(probes);
  const steps = indexes.flatMap((of) => parts.map((part, at) => ({ of, part, at })));
  const ranked = await mapInSlices(serviceId, steps, ({ of, part, at }) => {
    if (at === 0) ranker.begin(of.index);
    ranker.add(of.index, part);
    return at === parts.length - 1 ? [{ of, ...ranker.end() }] : [];
  });
  if (rankers.length < RANKERS_KEPT) rankers.push(ranker);
  return foremost(ranked.flat(), most);
}
