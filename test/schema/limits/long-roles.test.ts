import { beforeAll, describe, expect, it } from 'vitest';
import { makeBusiness } from '../../support/factories.ts';
import { useGateway } from '../../support/gateway.ts';

const gateway = useGateway();
const PARTICIPANTS = 60;
/** 20 kB in each, 200 kB in the last ones, as they might be stored since before there was a bound. */
const roles = (length: number): string[] =>
  Array.from({ length: 100 }, (_, n) => `R${n}`.padEnd(length, 'R'));
const ANSWERED = { data: { business: { name: 'Long roles' } } };
let businessId = 0;

beforeAll(async () => {
  const participants = Array.from({ length: PARTICIPANTS }, (_, n) => ({
    roles: roles(n < 10 ? 200 : 2000),
  }));
  ({ id: businessId } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    name: 'Long roles',
    participants,
  }));
});

const pageQuery = (first: number, fields: string) =>
  `{ business(by: { databaseId: ${businessId} }) {
    name participants(first: ${first}) { nodes { databaseId ${fields} } }
  } }`;

describe('participants with very long roles', () => {
  it.each(['', 'documents { id }'])('are refused where they are too many (%s)', async (fields) => {
    const [few, many] = [pageQuery(10, fields), pageQuery(PARTICIPANTS, fields)];
    // Asked together, so that they come in one statement first.
    const replies = await Promise.all([few, many, few, many].map((one) => gateway.graphql(one)));
    const tooLong = { errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] };
    expect(replies.map(({ body }) => body)).toMatchObject([ANSWERED, tooLong, ANSWERED, tooLong]);
  });

  it('are refused on v4 as too large', async () => {
    const reply = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
    expect(reply.status).toBe(413);
  });
});
