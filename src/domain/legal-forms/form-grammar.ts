import {
  ADDITIONS_ALONE,
  FORM_INITIALS,
  MEXICAN_ADDITIONS,
  MEXICAN_CLAUSES,
  MEXICAN_FORMS,
  MEXICAN_SHORTS,
} from './mexican-forms.ts';
import { LEADING_WORDS, WORLD_PHRASES, WORLD_WORDS } from './world-forms.ts';

/** One word of a legal form. */
export type Atom = { word: string; isParticle: boolean };

/**
 * A legal form as it may be written. `form`: in words, initials or a mixture. `addition`: the same, behind another one.
 * `clause`: in words only, which may be cut short. `word`: one word, exactly.
 */
export type LegalForm = {
  kind: 'form' | 'addition' | 'clause' | 'word';
  atoms: readonly Atom[];
  /** In initials: `SA`, `S DE RL`, `DE CV`; empty for what has none. */
  short: string;
  isMexican: boolean;
  /** True where it may stand in front of a name. */
  canLead: boolean;
  /** True where it may begin what stands behind a name. */
  canBegin: boolean;
  /** True where particles between the words may be missing. */
  isLoose: boolean;
};

export const PARTICLES: ReadonlySet<string> = new Set(
  'DE DEL LA EL LOS LAS EN POR Y E A'.split(' '),
);

/** Clauses of one word that also stand in front. */
const LEADING_CLAUSES: ReadonlySet<string> = new Set(['FIDEICOMISO']);
/** Shorter forms keep the particle between their initials: A EN P is no AP. */
const LOOSE_FROM = 3;

/** All legal forms. */
export const LEGAL_FORMS: readonly LegalForm[] = [
  ...MEXICAN_FORMS.map((line) => makeForm(line, { kind: 'form', isMexican: true })),
  ...MEXICAN_ADDITIONS.map((line) => makeForm(line, { kind: 'addition', isMexican: true })),
  ...MEXICAN_CLAUSES.map((line) => makeForm(line, { kind: 'clause', isMexican: true })),
  ...MEXICAN_SHORTS.map((line) => makeForm(line, { kind: 'word', isMexican: true })),
  ...WORLD_PHRASES.map((line) => makeForm(line, { kind: 'clause', isMexican: false })),
  ...WORLD_WORDS.map((line) => makeForm(line, { kind: 'word', isMexican: false })),
  ...[...LEADING_WORDS].map((line) => makeForm(line, { kind: 'word', isMexican: false })),
];

function makeForm(
  line: string,
  { kind, isMexican }: Pick<LegalForm, 'kind' | 'isMexican'>,
): LegalForm {
  const atoms = line.split(' ').map((word) => ({ word, isParticle: PARTICLES.has(word) }));
  const words = atoms.filter(({ isParticle }) => !isParticle);
  const isLoose = words.length >= LOOSE_FROM || kind === 'addition';
  const hasInitials = kind === 'form' || (kind === 'addition' && words.length > 1);
  return {
    kind,
    atoms,
    short: hasInitials ? (FORM_INITIALS.get(line) ?? initialsOf(atoms, isLoose)) : '',
    isMexican,
    canLead:
      kind === 'word' ? LEADING_WORDS.has(line) : isPhrase(atoms) || LEADING_CLAUSES.has(line),
    canBegin: canBeginBehind(line, { kind, isMexican }),
    isLoose,
  };
}

/** True when two words or more remain without particles and none stands first. */
function isPhrase(atoms: readonly Atom[]): boolean {
  const words = atoms.filter(({ isParticle }) => !isParticle);
  return words.length > 1 && atoms[0]?.isParticle === false;
}

function canBeginBehind(
  line: string,
  { kind, isMexican }: Pick<LegalForm, 'kind' | 'isMexican'>,
): boolean {
  if (kind === 'addition') return ADDITIONS_ALONE.has(line);
  return kind !== 'word' || isMexican || WORLD_WORDS.includes(line);
}

/** Particles between them are left out where they may be missing. */
function initialsOf(atoms: readonly Atom[], isLoose: boolean): string {
  return atoms
    .filter(({ isParticle }, at) => !isParticle || !isLoose || at === 0)
    .map(({ word, isParticle }) => (isParticle ? ` ${word} ` : word.charAt(0)))
    .join('')
    .trim();
}
