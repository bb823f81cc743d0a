import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../auth/scopes.ts';
import { OperatorError } from '../../errors.ts';

/** Marker for the default scopes of a key. */
const DEFAULT = 'default';

type Choice = { whenNone: readonly Scope[]; among?: readonly Scope[] };

/**
 * Parses the scopes that an operator gave, `whenNone` when none. Throws OperatorError for a scope that is not in
 * `among`.
 */
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
