import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PARTICIPANTS = 202;
let businessId = 0;

/** More than 200,000, which take two seconds to insert. */
beforeAll(async () => {
  const { serviceId } = gateway.service;
  const participants = Array.from({ length: PARTICIPANTS }, () => ({}));
  const made = await makeBusiness(gateway.db, serviceId, { name: 'Papers', participants });
  businessId = made.id;
  await sql`
    insert into documents (service_id, participant_id, position, type_code)
    select ${serviceId}, id, n, 'T' || n
    from unnest(${made.participantIds}::bigint[]) id, generate_series(1, 1000) n
  `.execute(gateway.db);
});

const TOO_MANY = { errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] };

it.each([
  ['a first page', ''],
  ['a filtered page', ', filter: { personType: NATURAL_PERSON }'],
])(
  'more documents than may be read at once are refused in %s, and fewer answered',
  async (_what, filter) => {
    const query = (first: number) => `{ business(by: { databaseId: ${businessId} }) {
    name participants(first: ${first}${filter}) { nodes { documents { typeCode } } }
  } }`;
    const [few, many] = await Promise.all(
      [2, PARTICIPANTS].map((one) => gateway.graphql(query(one))),
    );
    expect(few?.body).toMatchObject({ data: { business: { name: 'Papers' } } });
    expect(many?.body).toMatchObject(TOO_MANY);
  },
);

it('more documents than may be read at once are refused on v4 as too large', async () => {
  const reply = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
  expect(reply.status).toBe(413);
});
