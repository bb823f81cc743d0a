/** Ways to write one sound that no letter alone shows, most special first. */
const GENERAL: readonly (readonly [RegExp, string])[] = [
  [/TSCH|TCH|CZ(?=[AEIOUY])/g, 'CH'],
  [/SCH|SZ(?=[AEIOUY])/g, 'SH'],
  [/DZH|ZH|DJ|DSCH/g, 'J'],
  [/PH/g, 'F'],
  [/KH|GH/g, 'H'],
  [/CK|QU(?=[EI])|Q/g, 'K'],
  [/C(?=[AOURLT]|K|$)/g, 'K'],
  [/TH/g, 'T'],
  [/(?<=[A-Z])X(?=[AEIOUY])/g, 'KS'],
  // How Korean is written, by the one rule or the other.
  [/EO/g, 'O'],
  [/EU|OU|OO/g, 'U'],
  [/EE/g, 'I'],
  [/AE|OE|UE(?=[A-Z])/g, 'E'],
  [/(IY|YY|IJ|YJ|IE|EY|EI|Y)$/g, 'I'],
  [/W/g, 'V'],
  [/(.)\1+/g, '$1'],
];

/** A word as it sounds, roughly and whatever the language: SCHULZE and SHULTZE, QADHAFI and KADAFI come near. */
export function foldWord(word: string): string {
  let folded = word;
  for (const [pattern, sound] of GENERAL) folded = folded.replace(pattern, sound);
  return folded;
}

/** The consonants of a folded word, its first letter before them; few letters for few sounds. */
export function skeletonOf(folded: string): string {
  const body = folded
    .replace(/[ZX]|C(?=[EIY])/g, 'S')
    .replace(/C/g, 'K')
    .replace(/[GJ]/g, 'J')
    .replace(/[BP]/g, 'B')
    .replace(/[DT]/g, 'T');
  const start = /^[AEIOUYH]/.test(body) ? 'A' : '';
  return (start + body.replace(/[AEIOUYH]/g, '')).replace(/(.)\1+/g, '$1');
}

/** As a Spanish speaker hears it: B and V, S, C and Z, G and J, LL and Y are the same, and H is silent. */
export function spanishKey(word: string): string {
  return word
    .replace(/PH/g, 'F')
    .replace(/CH/g, '1')
    .replace(/QU(?=[EI])|CK|Q|C(?![EI])/g, 'K')
    .replace(/GU(?=[EI])/g, '2')
    .replace(/[XJ]|G(?=[EI])/g, 'J')
    .replace(/[CZ]/g, 'S')
    .replace(/LL|Y/g, 'I')
    .replace(/[VW]/g, 'B')
    .replace(/H/g, '')
    .replace(/2/g, 'G')
    .replace(/(.)\1+/g, '$1');
}

/** What is left of a name where vowels are not written, and W, Y and H may be some; no letter twice in a row. */
export function consonantsOf(joined: string): string {
  return skeletonOf(foldWord(joined))
    .replace(/[AVW]/g, '')
    .replace(/(.)\1+/g, '$1');
}

export function sortLetters(word: string): string {
  return Array.from(word).toSorted().join('');
}
