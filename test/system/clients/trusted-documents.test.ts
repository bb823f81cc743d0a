import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { concatAST, type DocumentNode } from 'graphql';
import {
  createOperationDescriptor,
  Environment,
  type FetchFunction,
  getRequest,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseManifest } from '../../../src/resolvers/trusted-document/parse-manifest.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makeTrustingService } from '../../support/data/trusted.ts';
import type { TestService } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { type Generated, runClientPreset } from '../support/client-preset.ts';
import { PERSIST, useRelayArtifacts } from '../support/relay.ts';
import { COMPLETE, PAGE } from './operations.ts';

const gateway = useGateway();
const artifacts = useRelayArtifacts(new URL('participants-list.ts', import.meta.url), PERSIST);
const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) });
let generated: Generated;
/** It runs what the two manifests hold, and nothing else. */
let ours: TestService;

beforeAll(async () => {
  generated = await runClientPreset(concatAST([PAGE, COMPLETE]));
  const manifests = [generated.manifest, await artifacts.manifest()];
  const documents = manifests.flatMap(parseManifest).map(({ id, text }) => [id, text] as const);
  ours = await makeTrustingService(gateway.db, Object.fromEntries(documents));
});

async function makeListed(): Promise<number> {
  const participants = [{ name: 'Ana' }, { name: 'Berta' }];
  return (await makeBusiness(gateway.db, ours.serviceId, { participants })).id;
}

/** A fetch that notes what it sends. */
function createRecordingFetch() {
  const sent: unknown[] = [];
  const recordingFetch: typeof fetch = async (url, init) => {
    sent.push(await new Response(init?.body ?? null).json());
    return await fetch(url, init);
  };
  return { sent, fetch: recordingFetch };
}

/** No request held the text of a document. */
function expectNoText(sent: unknown[], count: number): void {
  expect(sent).toHaveLength(count);
  for (const body of sent) expect(JSON.stringify(body)).not.toMatch(/"(query|text)":/);
}

function documentOf(name: string): DocumentNode {
  const document = generated.documents.get(name);
  if (document === undefined) throw new Error(`The preset wrote no ${name}.`);
  return document;
}

/** The id that the preset put into a document. */
function idOf(document: object): string {
  return z.string().parse(at(document, '__meta__', 'hash'));
}

/** What the operations ask of any error. */
const POSSIBLE_TYPES = { UserError: ['BusinessNotFoundError'] };

const COMPLETED = {
  __typename: 'CompleteBusinessPayload',
  receipt: { deletedParticipantCount: 2 },
};

describe('urql', () => {
  it("sends the ids that GraphQL Codegen's client preset put into the documents", async () => {
    const { sent, fetch: recordingFetch } = createRecordingFetch();
    const persist = persistedExchange({
      preferGetForPersistedQueries: false,
      enforcePersistedQueries: true,
      enableForMutation: true,
      generateHash: async (_text, document) => await Promise.resolve(idOf(document)),
    });
    const client = new Client({
      url: `${gateway.url}/graphql`,
      exchanges: [cacheExchange, persist, fetchExchange],
      preferGetMethod: false,
      fetchOptions: { headers: ours.headers },
      fetch: recordingFetch,
    });
    const databaseId = await makeListed();
    const read = await client.query(documentOf('Page'), { databaseId, first: 1 });
    expect(at(read.data, 'business', 'participants', 'edges')).toHaveLength(1);
    const input = { business: { databaseId } };
    const written = await client.mutation(documentOf('Complete'), { input });
    expect(at(written.data, 'completeBusiness')).toMatchObject(COMPLETED);
    expectNoText(sent, 2);
  });
});

function createApollo(sha256?: (text: string) => string) {
  const { sent, fetch: recordingFetch } = createRecordingFetch();
  const ids = sha256 === undefined ? { generateHash: idOf } : { sha256 };
  const http = new HttpLink({
    uri: `${gateway.url}/graphql`,
    headers: ours.headers,
    fetch: recordingFetch,
  });
  const link = new PersistedQueryLink(ids).concat(http);
  return {
    sent,
    client: new ApolloClient({ link, cache: new InMemoryCache({ possibleTypes: POSSIBLE_TYPES }) }),
  };
}

describe('Apollo Client', () => {
  it("sends the ids that GraphQL Codegen's client preset put into the documents", async () => {
    const { sent, client } = createApollo();
    const databaseId = await makeListed();
    const variables = { databaseId, first: 2 };
    const query = documentOf('Page');
    const { data } = await client.query({ query, variables });
    expect(at(data, 'business', 'participants', 'edges')).toHaveLength(2);
    const input = { business: { databaseId } };
    const written = await client.mutate({ mutation: documentOf('Complete'), variables: { input } });
    expect(at(written.data, 'completeBusiness')).toMatchObject(COMPLETED);
    expect(at(client.readQuery({ query, variables }), 'business', 'participantCount')).toBe(0);
    expectNoText(sent, 2);
  });

  it('is told that texts are refused, after it asked for an unknown id', async () => {
    const { sent, client } = createApollo(() => 'unknown');
    const variables = { databaseId: 1, first: 1 };
    const asked = client.query({ query: documentOf('Page'), variables });
    await expect(asked).rejects.toMatchObject({
      errors: [{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }],
    });
    expect(sent.map((body) => at(body, 'query') === undefined)).toEqual([true, false]);
  });
});

describe('Relay', () => {
  it('sends the ids of the operations that relay-compiler kept in its file', async () => {
    const sent: unknown[] = [];
    const fetchGraph: FetchFunction = async ({ id, text }, variables) => {
      const body = { doc_id: id, variables };
      sent.push({ ...body, ...(text === null ? {} : { text }) });
      const { headers } = ours;
      return answerSchema.parse(
        (await gateway.request('POST', '/graphql', { headers, body })).body,
      );
    };
    const store = new Store(new RecordSource());
    const environment = new Environment({ network: Network.create(fetchGraph), store });
    const databaseId = await makeListed();
    const request = getRequest(await artifacts.load('participantsListQuery'));
    const operation = createOperationDescriptor(request, { databaseId });
    await environment.execute({ operation }).toPromise();
    const read: unknown = environment.lookup(operation.fragment).data;
    expect(read).toMatchObject({ business: { participantCount: 2 } });
    expectNoText(sent, 1);
  });
});
