import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  type FetchFunction,
  getPaginationFragment,
  getRequest,
  getSingularSelector,
  Network,
  type OperationDescriptor,
  RecordSource,
  Store,
  type Variables,
} from 'relay-runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { useRelayArtifacts } from '../support/relay.ts';

const gateway = useGateway();
const artifacts = useRelayArtifacts(new URL('participants-list.ts', import.meta.url));
const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) });

/** An environment as an application makes one, and the operations that went to the server, by name. */
function createRelay() {
  const sent: string[] = [];
  const fetchGraph: FetchFunction = async ({ name, text }, variables) => {
    sent.push(name);
    const reply = await gateway.graphql(text ?? '', variables);
    return answerSchema.parse(reply.body);
  };
  const store = new Store(new RecordSource());
  const environment = new Environment({ network: Network.create(fetchGraph), store });
  const fetch = async (name: string, variables: Variables): Promise<OperationDescriptor> => {
    const request = getRequest(await artifacts.load(name));
    const operation = createOperationDescriptor(request, variables);
    environment.retain(operation);
    await environment.execute({ operation }).toPromise();
    return operation;
  };
  const read = (operation: OperationDescriptor): unknown =>
    environment.lookup(operation.fragment).data;
  return { environment, sent, fetch, read };
}

type Relay = ReturnType<typeof createRelay>;

/** What a component sees through the fragment, given the data of the query around it. */
async function readList(relay: Relay, parent: unknown): Promise<unknown> {
  const fragment = getPaginationFragment(await artifacts.load('participantsList_business'));
  if (fragment === null) throw new Error('The fragment does not page.');
  return relay.environment.lookup(getSingularSelector(fragment, parent)).data;
}

function namesOf(list: unknown): unknown[] {
  return z
    .array(z.unknown())
    .parse(at(list, 'participants', 'edges'))
    .map((edge) => at(edge, 'node', 'name'));
}

async function makeListed(names: string[]): Promise<number> {
  const participants = names.map((name) => ({ name }));
  const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
  return id;
}

describe('relay', () => {
  it('compiles a fragment that pages and can be fetched again, against the committed SDL', async () => {
    const fragment = getPaginationFragment(await artifacts.load('participantsList_business'));
    expect(fragment?.metadata).toMatchObject({
      connection: [{ path: ['participants'], cursor: 'cursor', count: 'count' }],
      refetch: { identifierInfo: { identifierField: 'id' } },
    });
  });

  it('pages a connection through node, each page joined to those before it', async () => {
    const relay = createRelay();
    const databaseId = await makeListed(['Ana', 'Berta', 'Carla', 'Dora', 'Elsa']);
    const parent = at(
      relay.read(await relay.fetch('participantsListQuery', { databaseId })),
      'business',
    );
    let list = await readList(relay, parent);
    expect(namesOf(list)).toEqual(['Ana', 'Berta']);
    for (const names of [
      ['Ana', 'Berta', 'Carla', 'Dora'],
      ['Ana', 'Berta', 'Carla', 'Dora', 'Elsa'],
    ]) {
      expect(at(list, 'participants', 'pageInfo', 'hasNextPage')).toBe(true);
      const cursor = at(list, 'participants', 'pageInfo', 'endCursor');
      await relay.fetch('participantsListPageQuery', { id: at(list, 'id'), count: 2, cursor });
      list = await readList(relay, parent);
      expect(namesOf(list)).toEqual(names);
    }
    expect(at(list, 'participants', 'pageInfo', 'hasNextPage')).toBe(false);
    expect(relay.sent).toEqual([
      'participantsListQuery',
      'participantsListPageQuery',
      'participantsListPageQuery',
    ]);
  });

  it('keeps a filtered connection apart from the whole one', async () => {
    const relay = createRelay();
    const databaseId = await makeListed(['Ana', 'Berta']);
    const whole = await relay.fetch('participantsListQuery', { databaseId });
    const list = await readList(relay, at(relay.read(whole), 'business'));
    const filter = { personType: 'LEGAL_ENTITY' };
    const filtered = await relay.fetch('participantsListPageQuery', { id: at(list, 'id'), filter });
    expect(namesOf(await readList(relay, at(relay.read(filtered), 'node')))).toEqual([]);
    expect(namesOf(await readList(relay, at(relay.read(whole), 'business')))).toEqual([
      'Ana',
      'Berta',
    ]);
  });

  it('shows what a mutation answers wherever the object is shown, without asking again', async () => {
    const relay = createRelay();
    const databaseId = await makeListed(['Ana', 'Berta', 'Carla']);
    const page = await relay.fetch('participantsListQuery', { databaseId });
    expect(relay.read(page)).toMatchObject({ business: { participantCount: 3 } });
    const mutation = await artifacts.load('participantsListCompleteMutation');
    await new Promise((resolve, reject) => {
      const variables = { input: { business: { databaseId } } };
      const ends = { onCompleted: resolve, onError: reject };
      commitMutation(relay.environment, { mutation, variables, ...ends });
    });
    expect(relay.read(page)).toMatchObject({ business: { participantCount: 0 } });
    expect(relay.sent).toEqual(['participantsListQuery', 'participantsListCompleteMutation']);
  });
});
