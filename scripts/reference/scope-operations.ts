import type { Scope } from '../../src/auth/scopes.ts';
import { ROUTES } from '../../src/rest-compat/routes.ts';
import { schema } from '../../src/schema/index.ts';

/** Returns the names of the root fields of GraphQL whose descriptions state that they require a scope. */
export function listRootFields(scope: Scope): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  return fields
    .filter(({ description }) => readScopes(description ?? '')?.includes(scope))
    .map(({ name }) => name);
}

/** Returns the scopes that the fixed sentence of a description names; undefined without the sentence. */
export function readScopes(description: string): string[] | undefined {
  const [, none, scopes = ''] =
    /\bRequires (?:(no scope)\.|scopes? ((?:`[a-z:]+`(?:, | and )?)+))/.exec(description) ?? [];
  if (none !== undefined) return [];
  return scopes === ''
    ? undefined
    : [...scopes.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

/** Returns methods and paths of v4 that require a scope, without `/api/v4`. */
export function listPaths(scope: Scope): string[] {
  const routes = ROUTES.filter((route) => route.description.scopes.includes(scope));
  return [...new Set(routes.map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`))];
}
