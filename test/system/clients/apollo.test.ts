import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client/core';
import { relayStylePagination } from '@apollo/client/utilities';
import { isAbstractType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { COMPLETE, PAGE } from './operations.ts';

const gateway = useGateway();

/** Without these the cache cannot tell that an error is a UserError, and leaves out what was asked of that. */
const possibleTypes = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(String)]),
);

function createApollo(headers: Record<string, string> = gateway.service.headers): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri: `${gateway.url}/graphql`, headers, fetch }),
    cache: new InMemoryCache({
      possibleTypes,
      typePolicies: { Business: { fields: { participants: relayStylePagination(['filter']) } } },
    }),
  });
}

async function makeListed(names: string[]): Promise<number> {
  const participants = names.map((name) => ({ name }));
  return (await makeBusiness(gateway.db, gateway.service.serviceId, { participants })).id;
}

describe('Apollo Client', () => {
  it('pages a connection with its own policy for Relay connections', async () => {
    const client = createApollo();
    const databaseId = await makeListed(['Ana', 'Berta', 'Carla', 'Dora', 'Elsa']);
    const variables = { databaseId, first: 2 };
    await client.query({ query: PAGE, variables });
    const listed = client.watchQuery({ query: PAGE, variables });
    const names = () =>
      client
        .readQuery({ query: PAGE, variables })
        ?.business?.participants.edges.map(({ node }) => node.name);
    const cursor = () =>
      client.readQuery({ query: PAGE, variables })?.business?.participants.pageInfo.endCursor;
    expect(names()).toEqual(['Ana', 'Berta']);
    await listed.fetchMore({ variables: { after: cursor() ?? null } });
    expect(names()).toEqual(['Ana', 'Berta', 'Carla', 'Dora']);
    await listed.fetchMore({ variables: { after: cursor() ?? null } });
    expect(names()).toEqual(['Ana', 'Berta', 'Carla', 'Dora', 'Elsa']);
  });

  it('shows what a mutation answers wherever the object is shown: ids are global', async () => {
    const client = createApollo();
    const databaseId = await makeListed(['Ana', 'Berta']);
    const variables = { databaseId, first: 5 };
    await client.query({ query: PAGE, variables });
    const input = { business: { databaseId } };
    const { data } = await client.mutate({ mutation: COMPLETE, variables: { input } });
    expect(at(data, 'completeBusiness', '__typename')).toBe('CompleteBusinessPayload');
    const cached = client.readQuery({ query: PAGE, variables });
    expect(cached?.business?.participantCount).toBe(0);
  });

  it('gets an expected failure as data, with its type', async () => {
    const variables = { input: { business: { databaseId: 999_999 } } };
    const { data, error } = await createApollo().mutate({ mutation: COMPLETE, variables });
    expect(error).toBeUndefined();
    expect(data?.completeBusiness).toMatchObject({
      __typename: 'BusinessNotFoundError',
      code: 'BUSINESS_NOT_FOUND',
    });
  });

  it('gets a refusal as a GraphQL error whose code it can act on', async () => {
    const client = createApollo({ service: gateway.service.service });
    const refused: unknown = await client
      .query({ query: PAGE, variables: { databaseId: 1, first: 1 } })
      .catch((error: unknown) => error);
    expect(CombinedGraphQLErrors.is(refused)).toBe(true);
    expect(refused).toMatchObject({ errors: [{ extensions: { code: 'NOT_AUTHORIZED' } }] });
  });
});
