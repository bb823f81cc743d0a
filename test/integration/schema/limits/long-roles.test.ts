import { beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { at } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PARTICIPANTS = 60;
/** 20 kB in each, 200 kB in the last ones, as they might be stored since before there was a bound. */
const roles = (length: number): string[] =>
  Array.from({ length: 100 }, (_, n) => `R${n}`.padEnd(length, 'R'));
const ANSWERED = { data: { business: { name: 'Long roles' } } };
let businessId = 0;
let participantIds: number[] = [];

beforeAll(async () => {
  const participants = Array.from({ length: PARTICIPANTS }, (_, n) => ({
    roles: roles(n < 10 ? 200 : 2000),
  }));
  ({ id: businessId, participantIds } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    name: 'Long roles',
    participants,
  }));
});

const pageQuery = (first: number, fields: string) =>
  `{ business(by: { databaseId: ${businessId} }) {
    name participants(first: ${first}) { nodes { databaseId ${fields} } }
  } }`;

const listQuery = (first: number) =>
  `{ participants(first: ${first}, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id } } }`;

describe('participants with very long roles', () => {
  it.each(['', 'documents { id }'])('are refused where they are too many (%s)', async (fields) => {
    const [few, many] = [pageQuery(10, fields), pageQuery(PARTICIPANTS, fields)];
    // Asked together, so that they come in one statement first.
    const replies = await Promise.all([few, many, few, many].map((one) => gateway.graphql(one)));
    const tooLong = { errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] };
    expect(replies.map(({ body }) => body)).toMatchObject([ANSWERED, tooLong, ANSWERED, tooLong]);
  });

  it.each([
    ['a later page', 'first: 55, after: $after'],
    ['a page from the end', 'last: 55'],
    ['a filtered page', 'first: 55, filter: { personType: NATURAL_PERSON }'],
  ])('are refused in %s too, and answered where they are few', async (_what, page) => {
    const variables = page.includes('$after') ? '($after: String)' : '';
    const query = `query Page${variables} { business(by: { databaseId: ${businessId} }) {
      name participants(${page}) { nodes { databaseId } }
    } }`;
    const start = `{ business(by: { databaseId: ${businessId} }) {
      participants(first: 1) { pageInfo { endCursor } }
    } }`;
    const { body } = await gateway.graphql(start);
    const after = at(body, 'data', 'business', 'participants', 'pageInfo', 'endCursor');
    const many = await gateway.graphql(query, { after });
    expect(many.body).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    const few = await gateway.graphql(query.replace('55', '9'), { after });
    expect(few.body).toMatchObject(ANSWERED);
  });

  it('are refused in the list of all businesses, and answered where they are few', async () => {
    const many = await gateway.graphql(listQuery(PARTICIPANTS));
    expect(many.body).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    const few = await gateway.graphql(listQuery(10));
    expect(at(few.body, 'data', 'participants', 'nodes')).toHaveLength(10);
  });

  it('are refused where they are named one by one', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const ids = participantIds.map((id) => encodeGlobalId('Participant', id));
    const few = ids.slice(0, 10);
    const nodes = few.map((id) => ({ id }));
    expect((await gateway.graphql(query, { ids: few })).body).toEqual({ data: { nodes } });
    const many = await gateway.graphql(query, { ids });
    expect(JSON.stringify(many.body)).toContain('LIMIT_EXCEEDED');
  });

  it('are refused on v4 as too large', async () => {
    const reply = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
    expect(reply.status).toBe(413);
  });
});
