type Item = { feature: string; effect: string };

type Fact = Item & { english: string; spanish: string };

/** In the order in which they are stated. */
const FACTS: readonly Fact[] = [
  { feature: 'rfc', effect: 'same', english: 'the same RFC', spanish: 'mismo RFC' },
  { feature: 'curp', effect: 'same', english: 'the same CURP', spanish: 'misma CURP' },
  { feature: 'passport', effect: 'same', english: 'the same passport', spanish: 'mismo pasaporte' },
  {
    feature: 'rfc10',
    effect: 'same without homoclave',
    english: 'the same RFC but for its end',
    spanish: 'mismo RFC sin homoclave',
  },
  { feature: 'rfc', effect: 'contradicts', english: 'another RFC', spanish: 'otro RFC' },
  { feature: 'curp', effect: 'contradicts', english: 'another CURP', spanish: 'otra CURP' },
  { feature: 'birth', effect: 'supports', english: 'the birth', spanish: 'nacimiento coincidente' },
  { feature: 'birth', effect: 'neutral', english: 'a near birth', spanish: 'nacimiento cercano' },
  {
    feature: 'birth',
    effect: 'contradicts',
    english: 'another birth',
    spanish: 'otro nacimiento',
  },
  { feature: 'sex', effect: 'contradicts', english: 'another sex', spanish: 'otro sexo' },
];

/** What was compared of a match, in a few words: by its items, since its band says how strong it is and not by what. */
export function matchBasis(items: readonly Item[]): string {
  const isSpanish = navigator.language.startsWith('es');
  const words = items.filter(({ feature }) => feature === 'word');
  const isSame = words.every(({ effect }) => effect === 'same');
  const [same, like] = isSpanish
    ? ['mismo nombre', 'nombre parecido']
    : ['the same name', 'a like name'];
  const name = isSame ? same : like;
  const facts = FACTS.filter((fact) =>
    items.some(({ feature, effect }) => feature === fact.feature && effect === fact.effect),
  ).map(({ english, spanish }) => (isSpanish ? spanish : english));
  return [...(words.length === 0 ? [] : [name]), ...facts].join('; ');
}
