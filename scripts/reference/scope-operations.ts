import type { GraphQLField } from 'graphql';
import { SCOPES, type Scope } from '../../src/auth/scopes.ts';
import { ROUTES } from '../../src/rest-compat/routes.ts';
import { schema } from '../../src/schema/index.ts';

/** Returns the names of the root fields of GraphQL whose descriptions state that they require a scope. */
export function listRootFields(scope: Scope): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  return fields.filter((field) => listScopes(field).includes(scope)).map(({ name }) => name);
}

/** Returns the scopes of the sentences "Requires scope …" in the description of a root field. */
function listScopes({ description }: GraphQLField<unknown, unknown>): Scope[] {
  const sentences = description?.match(/Requires scopes? [^.]*/g) ?? [];
  return SCOPES.filter((scope) => sentences.some((sentence) => sentence.includes(`\`${scope}\``)));
}

/** Returns methods and paths of v4 that require a scope, without `/api/v4`. */
export function listPaths(scope: Scope): string[] {
  const routes = ROUTES.filter((route) => route.description.scopes.includes(scope));
  return [...new Set(routes.map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`))];
}
