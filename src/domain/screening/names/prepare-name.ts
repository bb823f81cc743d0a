import { WORD_LENGTH_MAX } from '../edit-distance/edit-cost.ts';
import { listReadings } from '../edit-distance/unknown-letters.ts';
import { cleanText, NAME_LENGTH_MAX } from '../words/clean-text.ts';
import { listHebrewReadings } from '../words/hebrew-readings.ts';
import {
  createRun,
  type NameToken,
  type RarityFunction,
  type TokenRun,
} from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import { toConsonants } from '../words/phonetic-keys.ts';
import { getDefaultRarity } from '../words/rarity.ts';
import { findHusbandSurname } from './husband-surname.ts';
import { splitAliases, splitQueryNames } from './split-aliases.ts';
import { fitsTokenLimit, tokenizeName } from './tokenize-name.ts';

/** Name prepared for scoring against many others. */
export type PreparedName = {
  /** Texts of the tokens in their order, in capital ASCII, separated by single spaces. */
  core: string;
  tokens: readonly NameToken[];
  /** Concatenations of two or three adjacent tokens, at most `WORD_LENGTH_MAX` letters each. */
  runs: readonly TokenRun[];
  partyType: PartyType;
  /** Index of the token that is a husband's surname; -1 when there is none. */
  husbandIndex: number;
  isVowelless: boolean;
  /** True for a name in Hebrew, one of several readings. */
  isHebrew: boolean;
  /** Consonants of all words joined: `toConsonants`. */
  consonants: string;
  /** Characters of a name in a syllabic script; see `CleanText`. */
  syllables: string;
};

/** Prepares the names in a text of a list, several when it mentions aliases; empty when nothing is readable. */
export function prepareNames(
  text: string,
  partyType: PartyType,
  rarity: RarityFunction = getDefaultRarity,
): PreparedName[] {
  return splitAliases(text.slice(0, NAME_LENGTH_MAX))
    .flatMap(listReadings)
    .flatMap(listHebrewReadings)
    .map((name) => prepareName(name, partyType, rarity))
    .filter(({ tokens }) => tokens.length > 0);
}

/**
 * Extent to which a name is read: completely, partly (limits exceeded), or `none` when the text is empty or only a
 * note.
 */
export type NameExtent = 'whole' | 'part' | 'none';

/**
 * Prepares the names in a query text. Includes more readings than for a list text, so that no part of it is ignored.
 */
export function prepareQueryNames(
  text: string,
  partyType: PartyType,
): { names: PreparedName[]; extent: NameExtent } {
  const truncatedText = text.slice(0, NAME_LENGTH_MAX);
  const split = splitQueryNames(truncatedText);
  const names = split.names
    .flatMap(listReadings)
    .flatMap(listHebrewReadings)
    .map((name) => prepareName(name, partyType, getDefaultRarity))
    .filter(({ tokens }) => tokens.length > 0);
  if (prepareNames(text, partyType).length === 0) return { names, extent: 'none' };
  const isWhole =
    text.length <= NAME_LENGTH_MAX &&
    split.isWhole &&
    split.names.every((name) => fitsTokenLimit(cleanText(name), partyType));
  return { names, extent: isWhole ? 'whole' : 'part' };
}

function prepareName(name: string, partyType: PartyType, rarity: RarityFunction): PreparedName {
  const clean = cleanText(name);
  const tokens = tokenizeName(clean, partyType, rarity);
  const words = tokens.map(({ text }) => text);
  const { isVowelless, isHebrew, syllables } = clean;
  let runs: TokenRun[] | undefined;
  let consonants: string | undefined;
  return {
    core: words.join(' '),
    tokens,
    // Computed on first access: most names are only searched for, or scored by their tokens alone.
    get runs() {
      runs ??= listRuns(tokens);
      return runs;
    },
    partyType,
    husbandIndex: findHusbandSurname(tokens, partyType),
    isVowelless,
    isHebrew,
    get consonants() {
      consonants ??= toConsonants(words.join(''));
      return consonants;
    },
    syllables,
  };
}

/** Maximum number of tokens that a list may write as one word. */
const RUN_LENGTH_MAX = 3;

function listRuns(tokens: readonly NameToken[]): TokenRun[] {
  const runs: TokenRun[] = [];
  for (const [start, startToken] of tokens.entries()) {
    let { length } = startToken.text;
    for (let count = 2; count <= RUN_LENGTH_MAX; count += 1) {
      length += tokens[start + count - 1]?.text.length ?? Number.POSITIVE_INFINITY;
      if (length <= WORD_LENGTH_MAX) runs.push(createRun({ start, count, length }, tokens));
    }
  }
  return runs;
}
