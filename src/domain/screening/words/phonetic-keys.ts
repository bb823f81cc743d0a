/** What is written in several ways, as one; the letters are those one of which it needs to be there. */
type Rule = readonly [pattern: RegExp, sound: string, letters: string];

/** Ways to write one sound that no letter alone shows, most special first. */
const GENERAL = prepareRules([
  [/TSCH|TCH|CZ(?=[AEIOUY])/g, 'CH', 'C'],
  [/SCH|SZ(?=[AEIOUY])/g, 'SH', 'S'],
  [/DZH|ZH|DJ|DSCH/g, 'J', 'HJ'],
  [/PH/g, 'F', 'P'],
  [/KH|GH/g, 'H', 'KG'],
  [/CK|QU(?=[EI])|Q/g, 'K', 'CQ'],
  [/C(?=[AOURLT]|K|$)/g, 'K', 'C'],
  [/TH/g, 'T', 'T'],
  [/(?<=[A-Z])X(?=[AEIOUY])/g, 'KS', 'X'],
  // How Korean is written, by the one rule or the other.
  [/EO/g, 'O', 'E'],
  [/EU|OU|OO/g, 'U', 'EO'],
  [/EE/g, 'I', 'E'],
  [/AE|OE|UE(?=[A-Z])/g, 'E', 'E'],
  [/(IY|YY|IJ|YJ|IE|EY|EI|Y)$/g, 'I', 'YJIE'],
  [/W/g, 'V', 'W'],
]);

/** As a Spanish speaker hears it. 1 stands for CH, and 2 for a hard G. */
const SPANISH = prepareRules([
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

type PreparedRule = { pattern: RegExp; sound: string; bits: number };

function prepareRules(rules: readonly Rule[]): PreparedRule[] {
  return rules.map(([pattern, sound, letters]) => ({ pattern, sound, bits: bitsOf(letters) }));
}

/** A bit for each letter; digits share some, which only has a rule tried in vain. */
function bitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) % 32);
  return bits;
}

/** Lists have millions of words, and few rules are about one. No rule needs a letter that only another writes. */
function applyRules(word: string, rules: readonly PreparedRule[]): string {
  const bits = bitsOf(word);
  let text = word;
  for (const rule of rules)
    if ((bits & rule.bits) !== 0) text = text.replace(rule.pattern, rule.sound);
  return withoutRepeats(text);
}

function withoutRepeats(text: string): string {
  for (let at = 1; at < text.length; at += 1)
    if (text.charCodeAt(at) === text.charCodeAt(at - 1)) return text.replace(/(.)\1+/g, '$1');
  return text;
}

/** A word as it sounds, roughly and whatever the language: SCHULZE and SHULTZE, QADHAFI and KADAFI come near. */
export function foldWord(word: string): string {
  return applyRules(word, GENERAL);
}

/** The consonants of a folded word, its first letter before them; few letters for few sounds. */
export function skeletonOf(folded: string): string {
  let skeleton = OPEN.has(folded.charAt(0)) ? 'A' : '';
  let last = '';
  for (let at = 0; at < folded.length; at += 1) {
    const letter = folded.charAt(at);
    if (OPEN.has(letter)) continue;
    const isSoft = letter === 'C' && FRONT.has(folded.charAt(at + 1));
    const sound = isSoft ? 'S' : (ALIKE.get(letter) ?? letter);
    if (sound !== last) skeleton += sound;
    last = sound;
  }
  return skeleton;
}

const OPEN: ReadonlySet<string> = new Set('AEIOUYH');
const FRONT: ReadonlySet<string> = new Set('EIY');
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({ Z: 'S', X: 'S', C: 'K', G: 'J', P: 'B', D: 'T' }),
);

/** As a Spanish speaker hears it: B and V, S, C and Z, G and J, LL and Y are the same, and H is silent. */
export function spanishKey(word: string): string {
  return applyRules(word, SPANISH);
}

/** What is left of a name where vowels are not written, and W, Y and H may be some; no letter twice in a row. */
export function consonantsOf(joined: string): string {
  return withoutRepeats(skeletonOf(foldWord(joined)).replace(/[AVW]/g, ''));
}

export function sortLetters(word: string): string {
  // By their codes, which is how text is sorted.
  return word.split('').toSorted().join('');
}
