import { expect, it } from 'vitest';
import { verifyReceipts } from '../../../src/resolvers/receipts/verify-receipts.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import {
  download,
  isInStore,
  listStored,
  makePdf,
  uploadAndGetId,
} from '../../support/data/files.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

it('a participant’s file goes the whole way, from the provider’s request to its deletion', async () => {
  const { db } = gateway;
  const request = {
    id_negocio: 123,
    cod_negocio: 'F/1234',
    participantes: [
      { id_persona: 55, tipo_per: 'FIS', nombre: 'Ana', tipo_doctos: ['INE', 'CSF'] },
    ],
  };
  const made = await gateway.request('POST', '/api/v4/fiduciary/requests', { body: request });
  const businessId = Number(at(made.body, 'data', 'business', 'id'));
  const participant = String(at(made.body, 'data', 'business', 'participantes', 0, 'id'));

  const bytes = makePdf(150_000, 'entero');
  const fields = { participant_id: participant, cod_tipo_docto: 'INE' };
  const id = await uploadAndGetId(gateway, { bytes, name: 'credencial-de-ana.pdf', fields });
  const detail = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
  expect(at(detail.body, 'data', 'business', 'participantes', 0, 'tipo_doctos')).toEqual([
    { cod_tipo_docto: 'INE', id_descarga: id },
    { cod_tipo_docto: 'CSF', id_descarga: null },
  ]);
  const query = `{ participant(by: { databaseId: ${participant} }) {
    documents { downloadId file { name byteCount } } } }`;
  expect(at(dataOf(await gateway.graphql(query)), 'participant', 'documents', 0)).toEqual({
    downloadId: id,
    file: { name: 'credencial-de-ana.pdf', byteCount: 150_000 },
  });
  const path = `/api/v4/fiduciary/file/${id}/download`;
  expect((await download(gateway, path)).bytes.equals(bytes)).toBe(true);
  expect(await isInStore(gateway.filesFolder, bytes.subarray(0, 16))).toBe(false);
  expect(await listTablesHolding(db, 'credencial-de-ana')).toEqual([]);

  const body = { delete_mode: 'all' };
  const done = await gateway.request('POST', `/api/v4/fiduciary/${businessId}/complete`, { body });
  expect(done.status).toBe(200);
  expect((await download(gateway, path)).status).toBe(404);
  await expect
    .poll(async () => await listStored(gateway.filesFolder), { interval: 20 })
    .toEqual([]);
  for (const table of ['businesses', 'participants', 'documents', 'files', 'data_keys'] as const)
    expect(await db.selectFrom(table).select('service_id').execute()).toEqual([]);
  const { service } = gateway.service;
  const report = await verifyReceipts(db, { service, known: [] });
  expect([report.receiptCount, report.fault]).toEqual([1, undefined]);
});
