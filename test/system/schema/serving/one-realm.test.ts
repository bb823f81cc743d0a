import { createRequire } from 'node:module';
import { GraphQLError, GraphQLSchema } from 'graphql';
import { createGraphQLError } from 'graphql-yoga';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/schema/index.ts';

// With two builds of graphql in one process, `instanceof` is false and every error is masked.
describe('graphql', () => {
  it('is one and the same module for the sources, for Pothos, for yoga and for tests', async () => {
    expect(schema).toBeInstanceOf(GraphQLSchema);
    expect(createGraphQLError('x')).toBeInstanceOf(GraphQLError);
    const imported = await import('graphql');
    expect(imported.GraphQLError).toBe(GraphQLError);
  });

  it('is installed once', () => {
    const require = createRequire(import.meta.url);
    const servers = ['graphql-yoga', '@pothos/core', '@graphql-tools/utils', 'graphql-http'];
    const clients = ['@apollo/client/core', '@urql/core', '@gql.tada/internal'];
    const versions = [...servers, ...clients].map((name) =>
      createRequire(require.resolve(name)).resolve('graphql'),
    );
    expect(new Set(versions).size).toBe(1);
  });
});
