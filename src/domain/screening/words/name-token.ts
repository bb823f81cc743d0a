import { isDerivedWord, listExpansions } from './abbreviated-words.ts';
import { listBaseNames } from './given-names.ts';
import type { PartyType } from './party-type.ts';
import { toConsonantSkeleton, toPhoneticKey, toSpanishKey } from './phonetic-keys.ts';

export const TOKEN_KINDS = ['word', 'initial', 'number', 'particle', 'title'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Token of a name with the features that scoring compares. */
export type NameToken = {
  /** Capital ASCII; abbreviations and number words are expanded. */
  text: string;
  kind: TokenKind;
  /** Language-independent phonetic key: `toPhoneticKey`. */
  phoneticKey: string;
  /** Spanish phonetic key: `toSpanishKey`; empty for a short word. */
  spanishKey: string;
  /** Consonant skeleton of the phonetic key: `toConsonantSkeleton`. */
  skeleton: string;
  /** Names of which it is a nickname or variant: `listBaseNames`. */
  baseNames: readonly string[];
  /** Generic words that it may abbreviate: `listExpansions`. */
  expansions: readonly string[];
  /** True for a word that shorter words may abbreviate: `isDerivedWord`. */
  isDerived: boolean;
  /** True when a dot follows, which marks an abbreviation. */
  isCut: boolean;
  /** Mask of its letters: `toLetterMask`. */
  letterMask: number;
  /** Weight in scoring, from 0 to 1. */
  weight: number;
  /** True for a word so frequent that it is weak evidence. */
  isCommon: boolean;
};

/** Consecutive tokens of a name compared as one: `token` is their concatenation. */
export type TokenRun = { start: number; count: number; length: number; token: NameToken };

/** Function that returns the rarity of a word: 1 for a rare word, lower the more names contain it. */
export type RarityFunction = (word: string, partyType: PartyType) => number;

type TokenInput = Pick<NameToken, 'text' | 'kind' | 'weight' | 'isCommon'> & { isCut?: boolean };

/** Creates a token and derives its features from the text. */
export function createToken(input: TokenInput): NameToken {
  let fields = derivedByText.get(input.text);
  if (fields === undefined) {
    if (derivedByText.size >= DERIVED_CACHE_MAX) derivedByText.clear();
    fields = deriveFields(input.text);
    derivedByText.set(input.text, fields);
  }
  const { kind, weight, isCommon, isCut = false } = input;
  // Copied member by member because spreading two objects takes several times as long.
  const { text, phoneticKey, spanishKey, skeleton, baseNames, expansions, isDerived, letterMask } =
    fields;
  return {
    text,
    kind,
    phoneticKey,
    spanishKey,
    skeleton,
    baseNames,
    expansions,
    isDerived,
    letterMask,
    weight,
    isCommon,
    isCut,
  };
}

/**
 * Features derived from the text. The text of the first occurrence is reused, so that equal texts are identical
 * strings and compare fast.
 */
type DerivedFields = Omit<NameToken, Exclude<keyof TokenInput, 'text'>>;

/** Derived features by text, cached because most words occur in many names. */
const derivedByText = new Map<string, DerivedFields>();
/** Maximum number of texts in the cache, which bounds its memory. */
const DERIVED_CACHE_MAX = 20_000;

/** Creates a run of tokens. Its token is created on first access, because most runs are only compared by length. */
export function createRun(
  { start, count, length }: Omit<TokenRun, 'token'>,
  tokens: readonly NameToken[],
): TokenRun {
  let token: NameToken | undefined;
  return {
    start,
    count,
    length,
    get token() {
      token ??= joinTokens(tokens.slice(start, start + count));
      return token;
    },
  };
}

function joinTokens(tokens: readonly NameToken[]): NameToken {
  const text = tokens.map((token) => token.text).join('');
  const weight = tokens.reduce((sum, token) => sum + token.weight, 0);
  return { kind: 'word', weight, isCommon: false, isCut: false, ...deriveFields(text) };
}

function deriveFields(text: string): DerivedFields {
  const phoneticKey = toPhoneticKey(text);
  return {
    text,
    phoneticKey,
    spanishKey: text.length < SPANISH_KEY_LENGTH_MIN ? '' : toSpanishKey(text),
    skeleton: toConsonantSkeleton(phoneticKey),
    baseNames: listBaseNames(text),
    expansions: listExpansions(text),
    isDerived: isDerivedWord(text),
    letterMask: toLetterMask(text),
  };
}

/** Minimum length of a word with a Spanish key; the keys of shorter words collide with too many others. */
const SPANISH_KEY_LENGTH_MIN = 5;

/** Returns one bit per letter of a word. */
export function toLetterMask(text: string): number {
  let mask = 0;
  for (let index = 0; index < text.length; index += 1)
    mask |= 1 << (text.charCodeAt(index) % MASK_BITS);
  return mask;
}

/** Number of bits of a mask. Digits share bits with some letters, which can only make two words look more similar. */
const MASK_BITS = 32;

const SEPARATE_CATEGORIES: ReadonlySet<string> = new Set(['number', 'initial', 'cut']);

/** Returns the key of a token. Numbers, initials and words before a dot differ from words with the same spelling. */
export function toTokenKey({ kind, text, isCut }: NameToken): string {
  const category = isCut ? 'cut' : kind;
  return SEPARATE_CATEGORIES.has(category) ? `${category} ${text}` : text;
}
