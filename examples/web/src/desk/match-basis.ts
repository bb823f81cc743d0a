import type { Words } from '../i18n/language.ts';

type Item = { feature: string; effect: string };
type Fact = Item & { word: keyof Words['basis'] };

/** Facts in the order in which they are stated. */
const FACTS: readonly Fact[] = [
  { feature: 'rfc', effect: 'same', word: 'sameRfc' },
  { feature: 'curp', effect: 'same', word: 'sameCurp' },
  { feature: 'passport', effect: 'same', word: 'samePassport' },
  { feature: 'rfc10', effect: 'same without homoclave', word: 'sameRfcStem' },
  { feature: 'rfc', effect: 'contradicts', word: 'differentRfc' },
  { feature: 'curp', effect: 'contradicts', word: 'differentCurp' },
  { feature: 'birth', effect: 'supports', word: 'sameBirth' },
  { feature: 'birth', effect: 'neutral', word: 'closeBirth' },
  { feature: 'birth', effect: 'contradicts', word: 'differentBirth' },
  { feature: 'sex', effect: 'contradicts', word: 'differentSex' },
];

/** Returns the basis of a match in words: the compared items, because its band is a strength and no basis. */
export function matchBasis(basis: Words['basis'], items: readonly Item[]): string {
  const nameItems = items.filter(({ feature }) => feature === 'word');
  const isSame = nameItems.every(({ effect }) => effect === 'same');
  const name = isSame ? basis.sameName : basis.similarName;
  const facts = FACTS.filter((fact) =>
    items.some(({ feature, effect }) => feature === fact.feature && effect === fact.effect),
  ).map(({ word }) => basis[word]);
  return [...(nameItems.length === 0 ? [] : [name]), ...facts].join('; ');
}
