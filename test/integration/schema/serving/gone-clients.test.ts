import { beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config/config.ts';
import type { RequestContext } from '../../../../src/context.ts';
import type { Client } from '../../../../src/scheduling/client.ts';
import type { MemoryReservation } from '../../../../src/scheduling/memory-reservation.ts';
import { timeSlices } from '../../../../src/scheduling/time-slices.ts';
import type { GraphqlReply } from '../../../../src/schema/serving/graphql-reply.ts';
import { createGraphqlHandler } from '../../../../src/schema/serving/yoga.ts';
import { createSharedLimits } from '../../../../src/server/shared-limits.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
let service: TestService;

beforeAll(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  const participants = Array.from({ length: 200 }, () => ({}));
  await makeBusiness(database.db, service.serviceId, { externalId: 1, participants });
});

/** Over 20,000 points, so that it has the turn of its service; so long an answer that it is looked whether anybody waits. */
const HEAVY_CHANGE = `mutation {
  upsertBusiness(input: { externalId: 1, code: "A/1" }) {
    __typename
    ... on UpsertBusinessPayload {
      business {
        a: participants(first: 1000) { nodes { name documents { id } } }
        b: participants(first: 1000) { nodes { name documents { id } } }
      }
    }
  }
}`;

/** A client that goes as soon as its change is begun, beside others that connect. */
function leavingClient(): { client: Client; rows: MemoryReservation } {
  let isGone = false;
  return {
    client: {
      isDisconnected: () => {
        timeSlices.yieldToConnections();
        return isGone;
      },
      abortSignal: () => new AbortController().signal,
      releaseAtEnd: (release) => release,
      reserveMemory: () => true,
      releaseMemory: () => undefined,
    },
    rows: {
      reserve: async () => await Promise.resolve(() => undefined),
      add: () => undefined,
      exempt: () => undefined,
      disableTimeout: () => {
        isGone = true;
      },
      release: () => undefined,
    },
  };
}

it('gives back the turn of a change whose client went before it was told', async () => {
  const config = loadConfig({ HEAVY_WAIT_MS: '200' });
  const handle = createGraphqlHandler({
    endpoint: '/graphql',
    limits: config.document,
    permits: createSharedLimits(config).permits.graph,
    hasFastLane: true,
    log: (await createTestContext(database.db, service)).log,
  });
  const ask = async (parts: Partial<RequestContext> = {}): Promise<GraphqlReply> => {
    const body = Buffer.from(JSON.stringify({ query: HEAVY_CHANGE }));
    const ctx = await createTestContext(database.db, service);
    return await handle({ body, accept: 'application/json' }, { ...ctx, ...parts });
  };
  expect(await ask()).toMatchObject({ status: 200 });
  expect(await ask(leavingClient())).toMatchObject({ status: 499 });
  expect(await ask()).toMatchObject({ status: 200 });
});
