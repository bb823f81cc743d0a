import { getNamedType, isAbstractType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { NODE_TYPES } from '../../../../src/schema/base/builder.ts';
import { schema } from '../../../../src/schema/index.ts';
import { at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makeScreening } from '../../../support/data/make-screening.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let other: TestService;
/** One id of every kind. */
let ids: Record<
  'business' | 'participant' | 'document' | 'receipt' | 'screening' | 'extraction',
  string
>;

const NODE = `query ($id: ID!) { node(id: $id) { __typename id
  ... on Business { code } ... on Participant { name } ... on RequestedDocument { typeCode }
  ... on DeletionReceipt { businessDatabaseId deleteMode } } }`;
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

beforeAll(async () => {
  const { db, service } = gateway;
  other = await createTestService(db, await createTestTokens(db));
  const made = await makeBusiness(db, service.serviceId, {
    code: 'C-1',
    participants: [{ name: 'Ana', documents: [['INE:frente', null]] }],
  });
  const [participantId = 0] = made.participantIds;
  const gone = await makeBusiness(db, service.serviceId);
  const receipt = await gateway.graphql(
    `mutation ($id: SafeInt!) { completeBusiness(input: { business: { databaseId: $id }, deleteMode: ALL }) {
      ... on CompleteBusinessPayload { receipt { id businessDatabaseId } } } }`,
    { id: gone.id },
  );
  const screening = await makeScreening(db, service.serviceId);
  await sql`insert into files (service_id, id) overriding system value values (${service.serviceId}, 7)`.execute(
    db,
  );
  await sql`insert into extractions (service_id, id, file_id, status) overriding system value
    values (${service.serviceId}, 1, 7, 'queued')`.execute(db);
  ids = {
    screening: encodeGlobalId('Screening', screening.id),
    extraction: encodeGlobalId('Extraction', 1),
    business: encodeGlobalId('Business', made.id),
    participant: encodeGlobalId('Participant', participantId),
    document: encodeGlobalId('RequestedDocument', `${participantId}:1:INE:frente`),
    receipt: String(at(dataOf(receipt), 'completeBusiness', 'receipt', 'id')),
  };
});

async function node(id: string): Promise<unknown> {
  return at(dataOf(await gateway.graphql(NODE, { id })), 'node');
}

describe('node and nodes', () => {
  it('answer an object of every kind by the id that it shows', async () => {
    expect(await node(ids.business)).toEqual({
      __typename: 'Business',
      id: ids.business,
      code: 'C-1',
    });
    expect(await node(ids.participant)).toEqual({
      __typename: 'Participant',
      id: ids.participant,
      name: 'Ana',
    });
    expect(await node(ids.document)).toEqual({
      __typename: 'RequestedDocument',
      id: ids.document,
      typeCode: 'INE:frente',
    });
    expect(await node(ids.receipt)).toMatchObject({
      __typename: 'DeletionReceipt',
      id: ids.receipt,
      deleteMode: 'ALL',
    });
    expect(await node(ids.screening)).toEqual({ __typename: 'Screening', id: ids.screening });
    expect(await node(ids.extraction)).toEqual({ __typename: 'Extraction', id: ids.extraction });
  });

  it('answer every type that implements Node', () => {
    const nodeType = getNamedType(schema.getQueryType()?.getFields()['node']?.type);
    if (nodeType === undefined || !isAbstractType(nodeType))
      throw new Error('Node is an interface.');
    const names = schema.getPossibleTypes(nodeType).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(NODE_TYPES));
  });

  it('answer null for another service’s objects of every kind, though it has the same ids', async () => {
    const wanted = Object.values(ids);
    const reply = await gateway.graphql(NODES, { ids: wanted }, other.headers);
    expect(dataOf(reply)).toEqual({ nodes: wanted.map(() => null) });
    for (const id of wanted) {
      const one = await gateway.graphql(NODE, { id }, other.headers);
      expect(dataOf(one)).toEqual({ node: null });
    }
  });

  it.each([
    '',
    ' ',
    'x',
    'ñ',
    '1',
    'null',
    '../../etc/passwd',
    encodeGlobalId('Nobody', 1),
    encodeGlobalId('Query', ''),
    encodeGlobalId('Viewer', 1),
    encodeGlobalId('business', 1),
    encodeGlobalId('Business', ''),
    encodeGlobalId('Business', '0'),
    encodeGlobalId('Business', '-1'),
    encodeGlobalId('Business', '1 '),
    encodeGlobalId('Business', '9007199254740992'),
    encodeGlobalId('Business', "1' or '1'='1"),
    encodeGlobalId('Business', 999_999),
    encodeGlobalId('Participant', 999_999),
    encodeGlobalId('RequestedDocument', '1'),
    encodeGlobalId('RequestedDocument', '1:1:nope'),
    encodeGlobalId('RequestedDocument', '1:99:INE:frente'),
    encodeGlobalId('RequestedDocument', '1:1:a\0'),
    encodeGlobalId('DeletionReceipt', 999_999),
    'x'.repeat(100_000),
  ])('answer null for an id that names nothing: %.40j', async (id) => {
    expect(dataOf(await gateway.graphql(NODE, { id }))).toEqual({ node: null });
    const reply = await gateway.graphql(NODES, { ids: [id, ids.business] });
    expect(dataOf(reply)).toEqual({ nodes: [null, { __typename: 'Business', id: ids.business }] });
  });

  it('keep order and repetition', async () => {
    const wanted = [ids.participant, 'x', ids.business, ids.participant];
    const nodes = at(dataOf(await gateway.graphql(NODES, { ids: wanted })), 'nodes');
    expect(nodes).toEqual([
      { __typename: 'Participant', id: ids.participant },
      null,
      { __typename: 'Business', id: ids.business },
      { __typename: 'Participant', id: ids.participant },
    ]);
  });

  it('answer one object under several names in one request', async () => {
    const query = `query ($ids: [ID!]!, $id: ID!) {
      nodes(ids: $ids) { id } some: nodes(ids: [$id]) { id } one: node(id: $id) { id } }`;
    const wanted = [ids.participant, ids.business];
    const reply = await gateway.graphql(query, { ids: wanted, id: ids.business });
    const one = { id: ids.business };
    expect(dataOf(reply)).toEqual({ nodes: wanted.map((id) => ({ id })), some: [one], one });
  });

  it('take no id, and as many as 100, and refuse 101 without a statement', async () => {
    expect(dataOf(await gateway.graphql(NODES, { ids: [] }))).toEqual({ nodes: [] });
    const hundred = Array.from({ length: 100 }, () => ids.business);
    expect(dataOf(await gateway.graphql(NODES, { ids: hundred }))).toMatchObject({
      nodes: hundred.map((id) => ({ id })),
    });
    gateway.statements.length = 0;
    const reply = await gateway.graphql(NODES, { ids: [...hundred, 'x'] });
    expect(errorOf(reply)).toEqual(
      invalid(['nodes'], { path: ['ids'], message: 'At most 100 ids' }),
    );
    expect(at(reply.body, 'data')).toBeNull();
    expect(gateway.statements).toEqual([]);
  });

  it('fetch many objects of one kind in one statement', async () => {
    const { db, service, statements } = gateway;
    const made = await makeBusiness(db, service.serviceId, {
      participants: Array.from({ length: 60 }, () => ({})),
    });
    const wanted = made.participantIds.map((id) => encodeGlobalId('Participant', id));
    statements.length = 0;
    const reply = await gateway.graphql(NODES, { ids: wanted });
    expect(dataOf(reply)).toMatchObject({ nodes: wanted.map((id) => ({ id })) });
    expect(statements).toHaveLength(1);
  });
});
