import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../auth/scopes.ts';
import { OperatorError } from '../../errors.ts';

/** Stands for the scopes of a key for which none is named. */
const DEFAULT = 'default';

type Choice = { whenNone: readonly Scope[]; among?: readonly Scope[] };

/** The scopes that an operator named, `whenNone` when none; throws OperatorError for one that is not `among` them. */
export function parseScopes(
  texts: readonly string[],
  { whenNone, among = SCOPES }: Choice,
): Scope[] {
  if (texts.length === 0) return [...whenNone];
  const names = texts.flatMap<string>((text) => (text === DEFAULT ? DEFAULT_SCOPES : [text]));
  const unknown = names.find((name) => !among.some((scope) => scope === name));
  if (unknown === undefined) return among.filter((scope) => names.includes(scope));
  throw new OperatorError(
    `Scope ${JSON.stringify(unknown)} does not exist. Scopes are ${among.join(', ')}.`,
  );
}
