import {
  ADDITIONS_ALONE,
  FORM_INITIALS,
  MEXICAN_ADDITIONS,
  MEXICAN_CLAUSES,
  MEXICAN_FORMS,
  MEXICAN_SHORT_NAMES,
} from './mexican-forms.ts';
import { LEADING_WORDS, WORLD_PHRASES, WORLD_WORDS } from './world-forms.ts';

/** Word of a legal form. */
export type FormWord = { word: string; isParticle: boolean };

/**
 * Grammar of a legal form. `form`: in words, initials or a mixture. `addition`: the same, after another form.
 * `clause`: in words only, which may be truncated. `word`: one word, exactly.
 */
export type LegalForm = {
  kind: 'form' | 'addition' | 'clause' | 'word';
  words: readonly FormWord[];
  /** Initials: `SA`, `S DE RL`, `DE CV`; empty when there are none. */
  initials: string;
  isMexican: boolean;
  /** True when it may precede a name. */
  canPrecedeName: boolean;
  /** True when it may start the forms after a name. */
  canStartSuffix: boolean;
  /** True when particles between the words are optional. */
  hasOptionalParticles: boolean;
};

export const PARTICLES: ReadonlySet<string> = new Set(
  'DE DEL LA EL LOS LAS EN POR Y E A'.split(' '),
);

/** Clauses of one word that may precede a name. */
const LEADING_CLAUSES: ReadonlySet<string> = new Set(['FIDEICOMISO']);
/**
 * Minimum number of words of a form with optional particles. In shorter ones they distinguish: A EN P differs from AP.
 */
const OPTIONAL_PARTICLES_WORDS_MIN = 3;

/** All legal forms. */
export const LEGAL_FORMS: readonly LegalForm[] = [
  ...MEXICAN_FORMS.map((line) => createForm(line, { kind: 'form', isMexican: true })),
  ...MEXICAN_ADDITIONS.map((line) => createForm(line, { kind: 'addition', isMexican: true })),
  ...MEXICAN_CLAUSES.map((line) => createForm(line, { kind: 'clause', isMexican: true })),
  ...MEXICAN_SHORT_NAMES.map((line) => createForm(line, { kind: 'word', isMexican: true })),
  ...WORLD_PHRASES.map((line) => createForm(line, { kind: 'clause', isMexican: false })),
  ...WORLD_WORDS.map((line) => createForm(line, { kind: 'word', isMexican: false })),
  ...[...LEADING_WORDS].map((line) => createForm(line, { kind: 'word', isMexican: false })),
];

function createForm(
  line: string,
  { kind, isMexican }: Pick<LegalForm, 'kind' | 'isMexican'>,
): LegalForm {
  const formWords = line.split(' ').map((word) => ({ word, isParticle: PARTICLES.has(word) }));
  const significantWords = formWords.filter(({ isParticle }) => !isParticle);
  const hasOptionalParticles =
    significantWords.length >= OPTIONAL_PARTICLES_WORDS_MIN || kind === 'addition';
  const hasInitials = kind === 'form' || (kind === 'addition' && significantWords.length > 1);
  return {
    kind,
    words: formWords,
    initials: hasInitials
      ? (FORM_INITIALS.get(line) ?? toInitials(formWords, hasOptionalParticles))
      : '',
    isMexican,
    canPrecedeName:
      kind === 'word' ? LEADING_WORDS.has(line) : isPhrase(formWords) || LEADING_CLAUSES.has(line),
    canStartSuffix: canStartSuffix(line, { kind, isMexican }),
    hasOptionalParticles,
  };
}

/** True for a form that begins with a word, not a particle, and has at least two words that are no particles. */
function isPhrase(formWords: readonly FormWord[]): boolean {
  const significantWords = formWords.filter(({ isParticle }) => !isParticle);
  return significantWords.length > 1 && formWords[0]?.isParticle === false;
}

function canStartSuffix(
  line: string,
  { kind, isMexican }: Pick<LegalForm, 'kind' | 'isMexican'>,
): boolean {
  if (kind === 'addition') return ADDITIONS_ALONE.has(line);
  return kind !== 'word' || isMexican || WORLD_WORDS.includes(line);
}

/** Returns the initials, without optional particles after the first word. */
function toInitials(formWords: readonly FormWord[], hasOptionalParticles: boolean): string {
  return formWords
    .filter(({ isParticle }, index) => !isParticle || !hasOptionalParticles || index === 0)
    .map(({ word, isParticle }) => (isParticle ? ` ${word} ` : word.charAt(0)))
    .join('')
    .trim();
}
