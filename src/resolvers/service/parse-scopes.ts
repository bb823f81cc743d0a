import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../auth/scopes.ts';
import { OperatorError } from '../../errors.ts';

/** Marker for the default scopes of a key. */
const DEFAULT = 'default';

type ScopeOptions = { defaults: readonly Scope[]; allowed?: readonly Scope[] };

/**
 * Parses the scopes that an operator gave; returns `defaults` when there is none. The word `default` stands for the
 * default scopes of a key. Throws OperatorError for a scope that is not in `allowed`.
 */
export function parseScopes(
  texts: readonly string[],
  { defaults, allowed = SCOPES }: ScopeOptions,
): Scope[] {
  if (texts.length === 0) return [...defaults];
  const names = texts.flatMap<string>((text) => (text === DEFAULT ? DEFAULT_SCOPES : [text]));
  const unknown = names.find((name) => !allowed.some((scope) => scope === name));
  if (unknown === undefined) return allowed.filter((scope) => names.includes(scope));
  throw new OperatorError(
    `Scope ${JSON.stringify(unknown)} does not exist. Scopes are ${allowed.join(', ')}.`,
  );
}
