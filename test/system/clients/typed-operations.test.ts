import { readFile } from 'node:fs/promises';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { print } from 'graphql';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { graphql } from '../../../examples/web/src/graphql.ts';
import { renderGraphqlEnv } from '../../../tools/graphql-env.ts';

const read = async (path: string) =>
  await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('gql.tada', () => {
  it('works on the types of the committed SDL: npm run schema writes them', async () => {
    const written = await read('examples/web/src/graphql-env.d.ts');
    expect(written).toBe(renderGraphqlEnv(await read('schema.graphql')));
  });

  // What follows is proved by the types of the tests (npm run types); running them proves the texts only.
  it('gives a query the types of its fields, with the nulls of the SDL', () => {
    const query = graphql(`
      query Typed($databaseId: SafeInt!, $filter: ParticipantFilter) {
        business(by: { databaseId: $databaseId }) {
          name
          participants(first: 5, filter: $filter) {
            nodes { name personType email createdAt phone { number } }
          }
        }
      }
    `);
    type Filter = NonNullable<VariablesOf<typeof query>['filter']>;
    expectTypeOf<VariablesOf<typeof query>['databaseId']>().toEqualTypeOf<number>();
    expectTypeOf<Filter['personType']>().toEqualTypeOf<
      'NATURAL_PERSON' | 'LEGAL_ENTITY' | null | undefined
    >();
    expectTypeOf<ResultOf<typeof query>>().toEqualTypeOf<{
      business: {
        name: string | null;
        participants: {
          nodes: {
            name: string;
            personType: 'NATURAL_PERSON' | 'LEGAL_ENTITY';
            email: string | null;
            createdAt: string;
            phone: { number: string | null } | null;
          }[];
        };
      } | null;
    }>();
    expect(print(query)).toContain('query Typed($databaseId: SafeInt!');
  });

  it('gives a mutation a union whose errors are told apart by __typename', () => {
    const mutation = graphql(`
      mutation Typed($input: CompleteBusinessInput!) {
        completeBusiness(input: $input) {
          __typename
          ... on CompleteBusinessPayload { receipt { deletedParticipantCount } }
          ... on VersionConflictError { currentVersion }
          ... on InputValidationError { issues { path message } }
        }
      }
    `);
    type Result = ResultOf<typeof mutation>['completeBusiness'];
    type Conflict = Extract<Result, { __typename: 'VersionConflictError' }>;
    type Payload = Extract<Result, { __typename: 'CompleteBusinessPayload' }>;
    expectTypeOf<Conflict['currentVersion']>().toEqualTypeOf<number>();
    expectTypeOf<Payload['receipt']>().toEqualTypeOf<{ deletedParticipantCount: number }>();
    expectTypeOf<Payload>().not.toHaveProperty('currentVersion');
    expect(print(mutation)).toContain('... on VersionConflictError');
  });

  it('takes a key of a lookup, and no other', () => {
    const query = graphql(`
      query Typed($by: BusinessLookup!) { business(by: $by) { id } }
    `);
    type Lookup = VariablesOf<typeof query>['by'];
    expectTypeOf<{ code: string }>().toExtend<Lookup>();
    expectTypeOf<{ name: string }>().not.toExtend<Lookup>();
    expect(print(query)).toContain('$by: BusinessLookup!');
  });
});
