import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deleteExpiredFiles } from '../../../src/db/queries/files/files.ts';
import { readCounts } from '../../../src/db/queries/records/service-counts.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import {
  type FileReply,
  listStored,
  makePdf,
  upload,
  uploadAndGetId,
} from '../../support/data/files.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { countAnew } from '../../support/probes/service-counts.ts';

const QUOTA = 10_000;
const gateway = useGateway({ QUOTA_FILE_BYTES: `${QUOTA}` }, { isServicePerTest: true });
let mark = 0;

const pdf = (size: number) => makePdf(size, `quota-${mark++}`);
const send = async (size: number, fields: Record<string, string> = {}) =>
  await upload(gateway, { bytes: pdf(size), fields });

async function countBytes({ serviceId }: TestService = gateway.service): Promise<number> {
  const { fileBytes } = await readCounts(gateway.db, serviceId);
  expect(fileBytes).toBe((await countAnew(gateway.db, serviceId)).fileBytes);
  return fileBytes;
}

const countFiles = async () => (await listStored(gateway.filesFolder)).length;

function expectRefusal({ status, body }: Pick<FileReply, 'status' | 'body'>): void {
  expect([status, body]).toEqual([
    507,
    { data: {}, message: 'Quota exceeded', success: false, code_message: 'quota_exceeded' },
  ]);
}

async function announce(byteCount: number) {
  const query = `mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) {
    ... on CreateFileUploadPayload { uploadUrl file { databaseId } } } }`;
  const input = { fileName: 'acta', mediaType: 'application/pdf', byteCount };
  return await gateway.graphql(query, { input });
}

async function put(announced: unknown, bytes: Buffer<ArrayBuffer>) {
  const url = `${gateway.url}${String(at(announced, 'createFileUpload', 'uploadUrl'))}`;
  const response = await fetch(url, { method: 'PUT', body: bytes });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

async function makeParticipant() {
  const participants = [{ documents: [['INE', null] as [string, null]] }];
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
  return { businessId: made.id, participantId: `${made.participantIds[0] ?? 0}` };
}

describe('the quota of bytes of files', () => {
  it('takes files up to its last byte, and none above it by either body', async () => {
    expect((await send(6_000)).status).toBe(200);
    const stored = await countFiles();
    expectRefusal(await send(4_001));
    const body = { filename: 'acta.pdf', content_base64: pdf(4_001).toString('base64') };
    expectRefusal(await gateway.request('POST', '/api/v4/file/upload', { body }));
    expect([await countBytes(), await countFiles()]).toEqual([6_000, stored]);
    expect((await send(4_000)).status).toBe(200);
    expect(await countBytes()).toBe(QUOTA);
    expectRefusal(await send(20));
    expectRefusal(await gateway.request('POST', '/api/v4/file/upload', { body }));
  });

  it('refuses a document that is sent to be read, and reads one that is stored', async () => {
    const id = await uploadAndGetId(gateway, { bytes: pdf(QUOTA) });
    const form = new FormData();
    form.append('file', new File([pdf(100)], 'acta.pdf', { type: 'application/pdf' }));
    const { authorization, service, 'x-api-key': apiKey } = gateway.service.headers;
    const headers = { authorization, service, 'x-api-key': apiKey };
    const url = `${gateway.url}/api/v4/document/extract`;
    const sent = await fetch(url, { method: 'POST', headers, body: form });
    expectRefusal({ status: sent.status, body: await sent.json() });
    const kept = new FormData();
    kept.append('file_id', `${id}`);
    const read = await fetch(url, { method: 'POST', headers, body: kept });
    expect(read.status).not.toBe(507);
    await read.text();
  });

  it('refuses the announcement of a larger file on the graph', async () => {
    await send(6_000);
    const reply = await announce(4_001);
    expect(reply.status).toBe(507);
    expect(at(reply.body, 'errors', 0, 'extensions')).toEqual({
      code: 'QUOTA_EXCEEDED',
      code_message: 'quota_exceeded',
      quota: 'FILE_BYTES',
    });
    expect((await announce(4_000)).status).toBe(200);
  });

  it('counts bytes that are sent twice by a link once', async () => {
    const announced = dataOf(await announce(8_000));
    const bytes = pdf(8_000);
    expect((await put(announced, bytes)).status).toBe(200);
    expect((await put(announced, bytes)).status).toBe(200);
    expect(await countBytes()).toBe(8_000);
  });

  it('answers before the bytes have come in full', async () => {
    const announced = dataOf(await announce(8_000));
    await send(6_000);
    const url = `${gateway.url}${String(at(announced, 'createFileUpload', 'uploadUrl'))}`;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(url, { method: 'PUT', headers: { 'content-length': '8000' } });
      sending.on('error', reject);
      sending.on('response', (response) => {
        resolve(response.statusCode);
        sending.destroy();
      });
      // The rest never comes.
      sending.write(pdf(5_000));
    });
    expect(status).toBe(507);
    expect(await countBytes()).toBe(6_000);
  });

  it('takes exactly as many of the files that come at once as it has room for', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, async () => await send(4_000)));
    const statuses = replies.map((reply) => reply.status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 200, 507, 507, 507, 507]);
    expect(await countBytes()).toBe(8_000);
  });

  it('is free again after a deletion with the business, a replacement and a sweep', async () => {
    const { businessId, participantId: participant_id } = await makeParticipant();
    const document = { participant_id, cod_tipo_docto: 'INE' };
    expect((await send(4_000, document)).status).toBe(200);
    expect((await send(3_000, { business_id: `${businessId}` })).status).toBe(200);
    expect((await send(3_000)).status).toBe(200);
    expectRefusal(await send(1_000));
    await gateway.db
      .updateTable('files')
      .set({ expires_at: new Date(0) })
      .where('service_id', '=', gateway.service.serviceId)
      .where('business_id', 'is', null)
      .execute();
    await deleteExpiredFiles(gateway.db, 100);
    expect(await countBytes()).toBe(7_000);
    const path = `/api/v4/fiduciary/${businessId}/complete`;
    const body = { delete_mode: 'all' };
    expect((await gateway.request('POST', path, { body })).status).toBe(200);
    expect(await countBytes()).toBe(0);
    expect((await send(QUOTA)).status).toBe(200);
  });

  it('gives back the bytes of a file that another one replaces', async () => {
    const { participantId } = await makeParticipant();
    const attach = async (downloadId: number) =>
      await gateway.graphql(`mutation { attachDocument(input: { typeCode: "INE",
        participant: { databaseId: ${participantId} }, downloadId: ${downloadId} }) { __typename } }`);
    const [first, second] = [
      await uploadAndGetId(gateway, { bytes: pdf(4_000) }),
      await uploadAndGetId(gateway, { bytes: pdf(5_000) }),
    ];
    await attach(first);
    expect(await countBytes()).toBe(9_000);
    await attach(second);
    expect(await countBytes()).toBe(5_000);
  });

  it('leaves another service its own', async () => {
    await send(QUOTA);
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const reply = await upload({ url: gateway.url, service: other }, { bytes: pdf(QUOTA) });
    expect(reply.status).toBe(200);
    expect(await countBytes(other)).toBe(QUOTA);
  });
});
