import { addTo } from '../../shared/multimap.ts';
import { isRequired } from '../names/married-names.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { listRunLengths, NO_RUN_LENGTHS } from '../names/run-lengths.ts';
import { scoreConsonants } from '../names/score-letters.ts';
import { scoreNames } from '../names/score-names.ts';
import { TokenIndex } from '../search/token-index.ts';
import { OverlapTally } from '../words/overlap-tally.ts';
import {
  computePenalty,
  countOverlap,
  type NameWeights,
  type TokenizedNames,
  weighName,
} from './count-overlap.ts';
import type { ScreenedParty } from './screened-party.ts';

/** Name of a party, with the index of the party and the weights of its words. */
type IndexedName = NameWeights & { partyIndex: number; name: PreparedName };
/** Names of one kind of script: with vowels or without. */
type ScriptNames = TokenizedNames & { nameIndexes: number[] };

/** In-memory index of parties that finds the candidates for a query by shared words, RFCs and CURPs. */
export type EntryIndex = {
  parties: ScreenedParty[];
  names: IndexedName[];
  scripts: readonly [ScriptNames, ScriptNames];
  byIdentifier: Map<string, number[]>;
  tally: OverlapTally;
};

export function createEntryIndex(): EntryIndex {
  return {
    parties: [],
    names: [],
    scripts: [createScriptNames(false), createScriptNames(true)],
    byIdentifier: new Map(),
    tally: new OverlapTally(),
  };
}

function createScriptNames(isVowelless: boolean): ScriptNames {
  return { isVowelless, tokenIndex: new TokenIndex(), nameIndexes: [] };
}

/** Adds a party at the next index. */
export function addToIndex(index: EntryIndex, party: ScreenedParty): void {
  const partyIndex = index.parties.length;
  index.parties.push(party);
  for (const name of [...party.names, ...party.weakNames]) addName(index, partyIndex, name);
  for (const identifier of listIdentifierKeys(party))
    addTo(index.byIdentifier, identifier, partyIndex);
}

function addName({ names, scripts }: EntryIndex, partyIndex: number, name: PreparedName): void {
  const nameIndex = names.length;
  names.push({ partyIndex, name, ...weighName(name) });
  const { tokenIndex, nameIndexes } = scripts[name.isVowelless ? 1 : 0];
  nameIndexes.push(nameIndex);
  const runLengths = listRunLengths(name);
  for (const [position, token] of name.tokens.entries()) {
    const significantWeight = isRequired(name, token, position) ? token.weight : 0;
    tokenIndex.add(token, {
      nameIndex,
      significantWeight,
      ...(runLengths[position] ?? NO_RUN_LENGTHS),
    });
  }
}

/** Maximum number of names scored per query name, best candidates first; only very common names exceed it. */
const SCORED_NAMES_MAX = 600;

/**
 * Returns the indexes of the parties that share a CURP or an RFC, also without homoclave, with the query or have a name
 * that scores at least `threshold`. Passports and weak names of the query are not searched. Yields between steps for
 * the event loop; the index must not be searched concurrently.
 */
export function* findCandidates(
  index: EntryIndex,
  party: ScreenedParty,
  threshold: number,
): Generator<void, number[]> {
  const partyIndexes = new Set<number>();
  for (const identifier of listIdentifierKeys(party))
    for (const partyIndex of index.byIdentifier.get(identifier) ?? []) partyIndexes.add(partyIndex);
  for (const name of party.names) {
    const similarNames = yield* findSimilarNames(index, name, threshold - ROUNDING);
    for (const nameIndex of [...similarNames, ...findSameConsonants(index, name)]) {
      const candidate = index.names[nameIndex];
      if (candidate === undefined || partyIndexes.has(candidate.partyIndex)) continue;
      if (scoreNames(name, candidate.name) >= threshold) partyIndexes.add(candidate.partyIndex);
      yield;
    }
  }
  return [...partyIndexes];
}

/** Tolerance: scores are rounded to three decimals, and sums of weights are not exact in floating point. */
const ROUNDING = 0.001;

/** Returns the indexed names with enough similar words to reach `threshold`. */
function* findSimilarNames(
  { names, scripts, tally }: EntryIndex,
  name: PreparedName,
  threshold: number,
): Generator<void, number[]> {
  tally.start(names.length, threshold);
  for (const script of scripts)
    if (script.nameIndexes.length > 0) yield* countOverlap(tally, script, name);
  const queryWeights = weighName(name);
  const rankedNames: { nameIndex: number; penalty: number }[] = [];
  for (const nameIndex of tally.nameIndexes) {
    const indexedName = names[nameIndex];
    const penalty =
      indexedName &&
      computePenalty(tally, { nameIndex, queryWeights, nameWeights: indexedName }, threshold);
    if (penalty !== undefined) rankedNames.push({ nameIndex, penalty });
  }
  const bestNames = rankedNames
    .toSorted((a, b) => a.penalty - b.penalty)
    .slice(0, SCORED_NAMES_MAX);
  return bestNames.map(({ nameIndex }) => nameIndex);
}

/** Finds names with the same consonants; names without vowels may have different word boundaries. */
function findSameConsonants({ names, scripts }: EntryIndex, name: PreparedName): number[] {
  return scripts[name.isVowelless ? 0 : 1].nameIndexes.filter((nameIndex) => {
    const indexedName = names[nameIndex];
    return indexedName !== undefined && scoreConsonants(name, indexedName.name) > 0;
  });
}

/** Number of characters at the end of an RFC that distinguish persons with equal letters and date. */
const HOMOCLAVE_LENGTH = 3;
/** Lengths of an RFC with homoclave: of a company and of a person. */
const RFC_LENGTHS: readonly number[] = [12, 13];

function listIdentifierKeys({ rfcs, curps }: ScreenedParty): Set<string> {
  const shortRfcs = rfcs
    .filter((rfc) => RFC_LENGTHS.includes(rfc.length))
    .map((rfc) => rfc.slice(0, -HOMOCLAVE_LENGTH));
  return new Set([
    ...[...rfcs, ...shortRfcs].map((rfc) => `rfc ${rfc}`),
    ...curps.map((curp) => `curp ${curp}`),
  ]);
}
