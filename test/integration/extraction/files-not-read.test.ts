import { describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const EXTRACT = '/api/v4/document/extract';
const BY_GRAPH = `mutation ($id: SafeInt!) { extractDocument(input: { file: { databaseId: $id } }) {
  __typename ... on UserError { code } } }`;

async function askBoth(fileId: number, headers = gateway.service.headers) {
  const rest = await gateway.request('POST', EXTRACT, { body: { file_id: fileId }, headers });
  const graph = await gateway.graphql(BY_GRAPH, { id: fileId }, headers);
  return [rest.status, at(graph.body, 'data', 'extractDocument', '__typename')];
}

async function countExtractions(fileId: number): Promise<number> {
  const extractions = gateway.db.selectFrom('extractions').select('id');
  return (await extractions.where('file_id', '=', fileId).execute()).length;
}

describe('a file', () => {
  it('that was announced and not sent is not read', async () => {
    const { body } = await gateway.graphql(
      `mutation { createFileUpload(input: { fileName: "a", mediaType: "application/pdf", byteCount: 90 }) {
        ... on CreateFileUploadPayload { file { databaseId } } } }`,
    );
    const fileId = Number(at(body, 'data', 'createFileUpload', 'file', 'databaseId'));
    expect(await askBoth(fileId)).toEqual([409, 'FileNotAvailableError']);
    expect(await countExtractions(fileId)).toBe(0);
  });

  it('that is infected is not read', async () => {
    const fileId = await uploadAndGetId(gateway, { bytes: CERTIFICATE });
    const infected = { state: 'infected', storage_key: null, expires_at: new Date() } as const;
    await gateway.db.updateTable('files').set(infected).where('id', '=', fileId).execute();
    expect(await askBoth(fileId)).toEqual([409, 'FileNotAvailableError']);
    expect(await countExtractions(fileId)).toBe(0);
  });

  it('of another service is nobody’s, whichever way it is asked for', async () => {
    const fileId = await uploadAndGetId(gateway, { bytes: CERTIFICATE });
    const { body } = await gateway.request('POST', EXTRACT, { body: { file_id: fileId } });
    const id = Number(at(body, 'data', 'extraction_id'));
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    const { headers } = other;
    expect(await askBoth(fileId, headers)).toEqual([404, 'FileNotFoundError']);
    const path = `/api/v4/document/extraction/${id}`;
    expect((await gateway.request('GET', path, { headers })).status).toBe(404);
    const looked = await gateway.graphql(
      `{ extraction(databaseId: ${id}) { status } }`,
      {},
      headers,
    );
    expect(at(looked.body, 'data', 'extraction')).toBeNull();
    const applied = await gateway.graphql(
      `mutation { applyExtraction(input: { extractionId: ${id}, participant: { databaseId: 1 }, fields: [RFC] }) {
        __typename ... on UserError { code } } }`,
      {},
      headers,
    );
    expect(at(applied.body, 'data', 'applyExtraction', '__typename')).not.toBe(
      'ApplyExtractionPayload',
    );
    expect((await gateway.request('GET', path)).status).toBe(200);
  });
});
