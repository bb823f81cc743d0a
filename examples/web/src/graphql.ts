import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/** Types an operation by its text: what it asks for is what its result has. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; SafeInt: number };
}>();
