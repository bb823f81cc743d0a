import type { ExplanationItem } from '../../domain/screening/parties/explanation.ts';

/**
 * Returns the basis of a match in Spanish: which compared data agree, differ or are missing. Does not state its score.
 */
export function describeBasis(items: readonly ExplanationItem[]): string {
  const parts = [...FACTS.flatMap((fact) => describeFact(items, fact)), ...describeName(items)];
  const text = [...parts, ...describeBirth(items, parts.length > 0)].join('; ');
  return text === '' ? 'Coincidencia' : text.charAt(0).toUpperCase() + text.slice(1);
}

type Fact = Pick<ExplanationItem, 'feature' | 'effect'> & { words: string };

/** Facts in the order in which they are stated. */
const FACTS: readonly Fact[] = [
  { feature: 'rfc', effect: 'same', words: 'mismo RFC' },
  { feature: 'curp', effect: 'same', words: 'misma CURP' },
  { feature: 'passport', effect: 'same', words: 'mismo pasaporte' },
  { feature: 'rfc10', effect: 'same without homoclave', words: 'mismo RFC sin homoclave' },
  { feature: 'rfc', effect: 'contradicts', words: 'otro RFC' },
  { feature: 'curp', effect: 'contradicts', words: 'otra CURP' },
];

function describeFact(
  items: readonly ExplanationItem[],
  { feature, effect, words }: Fact,
): string[] {
  const isCompared = items.some((item) => item.feature === feature && item.effect === effect);
  return isCompared ? [words] : [];
}

function describeName(items: readonly ExplanationItem[]): string[] {
  const words = items.filter(({ feature }) => feature === 'word');
  if (words.length === 0) return [];
  const isSame = words.every(({ effect }) => effect === 'same');
  const isAlias = items.some(({ feature }) => feature === 'weak_alias');
  const alias = isAlias ? ', sólo de un alias débil' : '';
  return [`${isSame ? 'mismo nombre' : 'nombre parecido'}${alias}`];
}

const BIRTH_WORDS: ReadonlyMap<string, string> = new Map([
  ['supports', 'fecha de nacimiento o constitución coincidente'],
  ['neutral', 'fecha de nacimiento o constitución cercana'],
  ['contradicts', 'otra fecha de nacimiento o constitución'],
]);

function describeBirth(items: readonly ExplanationItem[], isAnythingCompared: boolean): string[] {
  const births = items.filter(({ feature }) => feature === 'birth');
  const sexes = items.filter(
    ({ feature, effect }) => feature === 'sex' && effect === 'contradicts',
  );
  const sex = sexes.length > 0 ? ['otro sexo según la CURP'] : [];
  const words = births.flatMap(({ effect }) => BIRTH_WORDS.get(effect) ?? []);
  if (births.length > 0 || !isAnythingCompared) return [...words, ...sex];
  return ['sin fecha que comparar', ...sex];
}
