import { isScope, SCOPES, type Scope } from '../../auth/scopes.ts';
import { OperatorError } from '../../errors.ts';

/** The scopes that an operator named, `whenNone` when none; throws OperatorError for an unknown one. */
export function parseScopes(texts: readonly string[], whenNone: readonly Scope[]): Scope[] {
  if (texts.length === 0) return [...whenNone];
  const unknown = texts.find((one) => !isScope(one));
  if (unknown === undefined) return SCOPES.filter((scope) => texts.includes(scope));
  throw new OperatorError(
    `There is no scope ${JSON.stringify(unknown)}; the scopes are ${SCOPES.join(', ')}.`,
  );
}
