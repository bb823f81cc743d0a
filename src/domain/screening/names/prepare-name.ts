import { cleanText, NAME_LENGTH_MAX } from '../words/clean-text.ts';
import { WORD_LENGTH_MAX } from '../words/edit-cost.ts';
import { makeRun, type NameToken, type Rarity, type Run } from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import { consonantsOf } from '../words/phonetic-keys.ts';
import { generalRarity } from '../words/rarity.ts';
import { readLost } from '../words/unknown-letters.ts';
import { splitAliases, splitAsked } from './split-aliases.ts';
import { isReadWhole, tokensOf } from './tokenize-name.ts';

/** A name that is ready to be scored against many. */
export type PreparedName = {
  /** What counts of it, in its own order, in capital ASCII with single blanks. */
  core: string;
  tokens: readonly NameToken[];
  /** Two or three words joined, for who writes them as one; no word is longer than `WORD_LENGTH_MAX`. */
  runs: readonly Run[];
  partyType: PartyType;
  isVowelless: boolean;
  /** Of all words joined: `consonantsOf`. */
  consonants: string;
  syllables: string;
};

/** The names in a text (more than one where it tells of an alias), prepared; none where nothing in it can be read. */
export function prepareNames(
  text: string,
  partyType: PartyType,
  rarity: Rarity = generalRarity,
): PreparedName[] {
  return splitAliases(text.slice(0, NAME_LENGTH_MAX))
    .flatMap(readLost)
    .map((name) => prepareName(name, partyType, rarity))
    .filter(({ tokens }) => tokens.length > 0);
}

/** Whether a name is read to its end; `none` where there is nothing in it, or a note and nothing else. */
export type NameExtent = 'whole' | 'part' | 'none';

/** The names in what somebody is looked for by, prepared: more than a list's text has, for nothing in it may be left out. */
export function prepareAsked(
  text: string,
  partyType: PartyType,
): { names: PreparedName[]; extent: NameExtent } {
  const read = text.slice(0, NAME_LENGTH_MAX);
  const asked = splitAsked(read);
  const names = asked.names
    .flatMap(readLost)
    .map((name) => prepareName(name, partyType, generalRarity))
    .filter(({ tokens }) => tokens.length > 0);
  if (prepareNames(text, partyType).length === 0) return { names, extent: 'none' };
  const isWhole =
    text.length <= NAME_LENGTH_MAX &&
    asked.isWhole &&
    asked.names.every((name) => isReadWhole(cleanText(name), partyType));
  return { names, extent: isWhole ? 'whole' : 'part' };
}

function prepareName(name: string, partyType: PartyType, rarity: Rarity): PreparedName {
  const clean = cleanText(name);
  const tokens = tokensOf(clean, partyType, rarity);
  const words = tokens.map(({ text }) => text);
  const { isVowelless, syllables } = clean;
  let runs: Run[] | undefined;
  let consonants: string | undefined;
  return {
    core: words.join(' '),
    tokens,
    // Most names are prepared to be found, not to be scored, or scored by their words alone.
    get runs() {
      runs ??= joinRuns(tokens);
      return runs;
    },
    partyType,
    isVowelless,
    get consonants() {
      consonants ??= consonantsOf(words.join(''));
      return consonants;
    },
    syllables,
  };
}

const RUN_MAX = 3;

function joinRuns(tokens: readonly NameToken[]): Run[] {
  const runs: Run[] = [];
  for (const [from, first] of tokens.entries()) {
    let { length } = first.text;
    for (let count = 2; count <= RUN_MAX; count += 1) {
      length += tokens[from + count - 1]?.text.length ?? Number.POSITIVE_INFINITY;
      if (length <= WORD_LENGTH_MAX) runs.push(makeRun({ from, count, length }, tokens));
    }
  }
  return runs;
}
