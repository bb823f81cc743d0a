import { expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makePdf, uploadAndGetId } from '../../../support/data/files.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const list = async (args: string, headers?: Record<string, string>): Promise<unknown> => {
  const query = `{ files${args} { totalCount pageInfo { hasNextPage } nodes { databaseId name status
    business { databaseId } documents { typeCode downloadId } } } }`;
  return at(dataOf(await gateway.graphql(query, {}, headers)), 'files');
};

const send = async (name: string, fields: Record<string, string>): Promise<number> =>
  await uploadAndGetId(gateway, { bytes: makePdf(1000, name), name, fields });

const page = (...found: unknown[]) => ({
  totalCount: found.length,
  pageInfo: { hasNextPage: false },
  nodes: found,
});

it('files lists those of the service or of a business, the newest first, with what refers to them', async () => {
  const { db, service } = gateway;
  const { serviceId, headers } = service;
  // Of this one only the id is known, so that it is not listed.
  const participants = [
    {
      documents: [
        ['INE', null],
        ['CSF', 777],
      ] satisfies [string, number | null][],
    },
  ];
  const { id, participantIds } = await makeBusiness(db, serviceId, { participants });
  const attached = { participant_id: String(participantIds[0]), cod_tipo_docto: 'INE' };
  const ine = await send('ine.pdf', attached);
  const loose = await send('loose.pdf', {});
  const announce = `mutation { createFileUpload(input: { fileName: "a.pdf", byteCount: 9,
    mediaType: "application/pdf", business: { databaseId: ${id} } }) {
    ... on CreateFileUploadPayload { file { databaseId } } } }`;
  const reply = dataOf(await gateway.graphql(announce));
  const expected = Number(at(reply, 'createFileUpload', 'file', 'databaseId'));

  const business = { databaseId: id };
  const nodes = [
    { databaseId: expected, name: 'a.pdf', status: 'EXPECTED', business, documents: [] },
    { databaseId: loose, name: 'loose.pdf', status: 'AVAILABLE', business: null, documents: [] },
    {
      databaseId: ine,
      name: 'ine.pdf',
      status: 'AVAILABLE',
      business,
      documents: [{ typeCode: 'INE', downloadId: ine }],
    },
  ];
  const [first, second, third] = nodes;
  expect(await list('')).toEqual(page(...nodes));
  expect(await list('(first: 1)')).toEqual({
    totalCount: 3,
    pageInfo: { hasNextPage: true },
    nodes: [first],
  });
  expect(await list(`(filter: { businessDatabaseId: ${id} })`)).toEqual(page(first, third));
  expect(await list('(filter: { statusIn: [EXPECTED, INFECTED] })')).toEqual(page(first));
  expect(await list('(filter: { statusIn: [AVAILABLE] })')).toEqual(page(second, third));
  expect(await list('(filter: { statusIn: [ELSEWHERE] })')).toEqual(page());
  expect(await list('(filter: { statusIn: [] })')).toEqual(page());
  const soon = new Date(Date.now() + 60_000).toISOString();
  expect(await list(`(filter: { createdSince: "${soon}" })`)).toEqual(page());
  expect(await list(`(filter: { createdBefore: "${soon}" })`)).toEqual(page(...nodes));

  const count = async (size: number): Promise<number> => {
    await list('(first: 0)');
    gateway.statements.length = 0;
    await list(`(first: ${size})`);
    return gateway.statements.length;
  };
  expect(await count(3)).toBe(await count(1));

  const other = await createTestService(db, await createTestTokens(db));
  expect(await list('', other.headers)).toEqual(page());
  expect(await list(`(filter: { businessDatabaseId: ${id} })`, other.headers)).toEqual(page());

  // A file whose business went with its key while the page was made.
  await db.deleteFrom('data_keys').where('business_id', '=', id).execute();
  expect(await list('', headers)).toEqual({ ...page(second), totalCount: 3 });
});
