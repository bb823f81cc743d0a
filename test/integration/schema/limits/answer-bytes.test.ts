import { tracingChannel } from 'node:diagnostics_channel';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const BYTES_MAX = 20_000;
const gateway = useGateway({
  GRAPHQL_ANSWER_BYTES_MAX: String(BYTES_MAX),
  V4_ANSWER_BYTES_MAX: String(BYTES_MAX),
});
let businessId = 0;

beforeAll(async () => {
  const roles = Array.from({ length: 10 }, () => 'é'.repeat(100));
  const participants = Array.from({ length: 5 }, () => ({ roles }));
  ({ id: businessId } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants,
  }));
});

/** `times` the roles, which have some 10,000 bytes, half as many characters. */
const rolesQuery = (times: number) =>
  `{ business(by: { databaseId: ${businessId} }) { participants { nodes { ${Array.from(
    { length: times },
    (_, n) => `r${n}: roles`,
  ).join(' ')} } } } }`;

/** What is left of the budget after it. */
async function left(query: string): Promise<number> {
  const { headers } = await gateway.graphql(query);
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

const TOO_LARGE = {
  errors: [
    {
      message: `The response has too many bytes: at most ${BYTES_MAX}.`,
      extensions: { code: 'LIMIT_EXCEEDED', code_message: 'payload_too_large' },
    },
  ],
};

describe('an answer of too many bytes', () => {
  // The first two times graphql's own execution answers, from then on the lane; 2 is found when it is written, 50 before.
  it.each([2, 50])('is refused on either way, %i times the texts', async (times) => {
    for (let time = 1; time <= 4; time += 1) {
      const reply = await gateway.graphql(rolesQuery(times));
      expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: TOO_LARGE });
    }
    const headers = { ...gateway.service.headers, accept: 'application/graphql-response+json' };
    for (let time = 1; time <= 4; time += 1) {
      const reply = await gateway.graphql(rolesQuery(times), {}, headers);
      expect({ status: reply.status, body: reply.body }).toEqual({ status: 400, body: TOO_LARGE });
      expect(reply.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
    }
  });

  it('is answered below the limit', async () => {
    const reply = await gateway.graphql(rolesQuery(1));
    expect(reply.body).toHaveProperty('data.business.participants.nodes.4.r0.9', 'é'.repeat(100));
  });

  it('is not tried a second time by the other way', async () => {
    const query = rolesQuery(40);
    for (let time = 1; time <= 3; time += 1) await gateway.graphql(query);
    let executions = 0;
    const count = (): void => void (executions += 1);
    const { start } = tracingChannel('graphql:execute:rootSelectionSet');
    start.subscribe(count);
    expect((await gateway.graphql(query)).body).toEqual(TOO_LARGE);
    start.unsubscribe(count);
    expect(executions).toBe(0);
  });

  it('costs what its bytes are worth, where they are worth more than its objects', async () => {
    const before = await left('{ viewer { service } }');
    const small = await left(rolesQuery(1).replaceAll('participants', 'participants(first: 2)'));
    const large = await left(rolesQuery(1).replaceAll('participants', 'participants(first: 5)'));
    // One for the request, the business and its participants; 4 and 10 KiB of text.
    expect(before - small).toBe(5);
    expect(small - large).toBe(11);
  });

  it('413 is refused by v4 in its own words', async () => {
    const path = `/api/v4/business/detail?id=${businessId}`;
    expect((await gateway.request('GET', path)).status).toBe(200);
    const roles = Array.from({ length: 100 }, () => 'x'.repeat(300));
    const { db, service } = gateway;
    const large = await makeBusiness(db, service.serviceId, { participants: [{ roles }] });
    const reply = await gateway.request('GET', `/api/v4/business/detail?id=${large.id}`);
    expect({ status: reply.status, body: reply.body }).toEqual({
      status: 413,
      body: {
        data: {},
        message: 'Payload too large',
        success: false,
        code_message: 'payload_too_large',
      },
    });
  });
});
