import type { MatchReason } from '../graphql.ts';

type Decision = 'PENDING' | 'FALSE_POSITIVE' | 'TRUE_MATCH' | 'SKIPPED';

const ENGLISH = {
  title: 'Decisions',
  empty: 'No decisions yet.',
  columns: ['When', 'Match', 'Decision', 'Reason', 'By', 'Note'],
  decisions: {
    PENDING: 'Pending',
    FALSE_POSITIVE: 'Another person (false positive)',
    TRUE_MATCH: 'The very person (true match)',
    SKIPPED: 'Skipped: another match of the list is the true one',
  } satisfies Record<Decision, string>,
  reasons: {
    HOMONYM: 'Another person with the same name',
    DIFFERENT_NAME: 'Different name',
    DIFFERENT_BIRTH_DATE: 'Different birth date',
    DIFFERENT_IDENTIFIER: 'Different RFC, CURP or number',
    DIFFERENT_COUNTRY: 'Different country',
    SAME_PERSON: 'The same person',
    OTHER: 'Another reason, in the note',
  } satisfies Record<MatchReason, string>,
  awaitsSecond: 'awaits a second user',
  masked: 'hidden: needs personal:read',
  deletedUser: (id: number) => `user ${id}, who no longer exists`,
  reviewedBy: (who: string) => `for ${who}`,
  first: (who: string, when: string, decision: string) =>
    `Awaiting a second decision: ${who} decided on ${when}: ${decision}. Another user has to decide the same.`,
};

const SPANISH: typeof ENGLISH = {
  title: 'Decisiones',
  empty: 'Todavía no se ha decidido nada.',
  columns: ['Cuándo', 'Coincidencia', 'Decisión', 'Motivo', 'Quién', 'Nota'],
  decisions: {
    PENDING: 'Pendiente',
    FALSE_POSITIVE: 'Es otra persona (falso positivo)',
    TRUE_MATCH: 'Es la misma persona (coincidencia verdadera)',
    SKIPPED: 'Omitida: otra coincidencia de la lista es la verdadera',
  },
  reasons: {
    HOMONYM: 'Homónimo',
    DIFFERENT_NAME: 'Otro nombre',
    DIFFERENT_BIRTH_DATE: 'Otra fecha de nacimiento',
    DIFFERENT_IDENTIFIER: 'Otro RFC, CURP o número',
    DIFFERENT_COUNTRY: 'Otro país',
    SAME_PERSON: 'La misma persona',
    OTHER: 'Otro motivo, en la nota',
  },
  awaitsSecond: 'espera a una segunda persona',
  masked: 'oculta: requiere personal:read',
  deletedUser: (id) => `usuario ${id}, que ya no existe`,
  reviewedBy: (who) => `por ${who}`,
  first: (who, when, decision) =>
    `En espera de una segunda decisión: ${who} decidió el ${when}: ${decision}. Otra persona debe decidir lo mismo.`,
};

/** Texts about decisions in the language of the browser: Spanish, or else English. */
export const DECISION_WORDS: typeof ENGLISH = navigator.language.startsWith('es')
  ? SPANISH
  : ENGLISH;

type Actor = { userId: number; name: string | null };

/** Name of the user who decided; says so when the user no longer exists. */
export function actorName({ userId, name }: Actor): string {
  return name ?? DECISION_WORDS.deletedUser(userId);
}
