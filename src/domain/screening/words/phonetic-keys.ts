/**
 * Replacement of several spellings by one, with the letters of which a word needs at least one for the rule to apply.
 */
type PhoneticRule = readonly [pattern: RegExp, sound: string, letters: string];

/** Spellings of one sound by several letters, most specific first. */
const GENERAL_RULES = prepareRules([
  [/TSCH|TCH|CZ(?=[AEIOUY])/g, 'CH', 'C'],
  [/SCH|SZ(?=[AEIOUY])/g, 'SH', 'S'],
  [/DZH|ZH|DJ|DSCH/g, 'J', 'HJ'],
  [/PH/g, 'F', 'P'],
  [/KH|GH/g, 'H', 'KG'],
  [/CK|QU(?=[EI])|Q/g, 'K', 'CQ'],
  [/C(?=[AOURLT]|K|$)/g, 'K', 'C'],
  [/TH/g, 'T', 'T'],
  [/(?<=[A-Z])X(?=[AEIOUY])/g, 'KS', 'X'],
  // Romanizations of Korean.
  [/EO/g, 'O', 'E'],
  [/EU|OU|OO/g, 'U', 'EO'],
  [/EE/g, 'I', 'E'],
  [/AE|OE|UE(?=[A-Z])/g, 'E', 'E'],
  [/(IY|YY|IJ|YJ|IE|EY|EI|Y)$/g, 'I', 'YJIE'],
  [/W/g, 'V', 'W'],
  // Endings that Latvian and Lithuanian add to Slavic surnames: LAVROVS, LAVROVAS.
  [/(?<=.{3}(?:[OE]V|SKI))A?S$/g, '', 'S'],
]);

/** Spanish pronunciation. 1 stands for CH, 2 for a hard G. */
const SPANISH_RULES = prepareRules([
  [/PH/g, 'F', 'P'],
  [/CH/g, '1', 'C'],
  [/QU(?=[EI])|CK|Q|C(?![EI])/g, 'K', 'QC'],
  [/GU(?=[EI])/g, '2', 'G'],
  [/[XJ]|G(?=[EI])/g, 'J', 'XJG'],
  [/[CZ]/g, 'S', 'CZ'],
  [/LL|Y/g, 'I', 'LY'],
  [/[VW]/g, 'B', 'VW'],
  [/H/g, '', 'H'],
  [/2/g, 'G', 'G2'],
]);

type PreparedRule = { pattern: RegExp; replacement: string; letterBits: number };

function prepareRules(rules: readonly PhoneticRule[]): PreparedRule[] {
  return rules.map(([pattern, replacement, letters]) => ({
    pattern,
    replacement,
    letterBits: toLetterBits(letters),
  }));
}

/** Returns one bit per letter. Digits share bits with letters, which only makes a rule run without effect. */
function toLetterBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) bits |= 1 << (text.charCodeAt(index) % 32);
  return bits;
}

/**
 * Applies the rules of which the word has a letter. Lists have millions of words and few rules apply to each. Letters
 * that only another rule writes need not be checked.
 */
function applyRules(word: string, rules: readonly PreparedRule[]): string {
  const letterBits = toLetterBits(word);
  let text = word;
  for (const rule of rules)
    if ((letterBits & rule.letterBits) !== 0) text = text.replace(rule.pattern, rule.replacement);
  return collapseRepeats(text);
}

function collapseRepeats(text: string): string {
  for (let index = 1; index < text.length; index += 1)
    if (text.charCodeAt(index) === text.charCodeAt(index - 1)) return text.replace(/(.)\1+/g, '$1');
  return text;
}

/**
 * Returns the language-independent phonetic key of a word: SCHULZE and SHULTZE, QADHAFI and KADAFI get similar keys.
 */
export function toPhoneticKey(word: string): string {
  return applyRules(word, GENERAL_RULES);
}

/**
 * Returns the consonant skeleton of a phonetic key. Similar consonants share a letter, and an initial vowel is written
 * A.
 */
export function toConsonantSkeleton(phoneticKey: string): string {
  let skeleton = VOWELS_AND_H.has(phoneticKey.charAt(0)) ? 'A' : '';
  let previousSound = '';
  for (let index = 0; index < phoneticKey.length; index += 1) {
    const letter = phoneticKey.charAt(index);
    if (VOWELS_AND_H.has(letter)) continue;
    const isSoft = letter === 'C' && FRONT_VOWELS.has(phoneticKey.charAt(index + 1));
    const sound = isSoft ? 'S' : (CONSONANT_CLASSES.get(letter) ?? letter);
    if (sound !== previousSound) skeleton += sound;
    previousSound = sound;
  }
  return skeleton;
}

const VOWELS_AND_H: ReadonlySet<string> = new Set('AEIOUYH');
const FRONT_VOWELS: ReadonlySet<string> = new Set('EIY');
const CONSONANT_CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({ Z: 'S', X: 'S', C: 'K', G: 'J', P: 'B', D: 'T' }),
);

/** Returns the Spanish phonetic key: B and V, S, C and Z, G and J, LL and Y are equal, and H is silent. */
export function toSpanishKey(word: string): string {
  return applyRules(word, SPANISH_RULES);
}

/**
 * Returns the consonants of a name for comparison with scripts that do not write vowels. W, Y and H are omitted
 * because they may represent vowels; repeated letters are collapsed.
 */
export function toConsonants(text: string): string {
  return collapseRepeats(toConsonantSkeleton(toPhoneticKey(text)).replace(/[AVW]/g, ''));
}

export function sortLetters(word: string): string {
  return word.split('').toSorted().join('');
}
