import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { download, listStored, makePdf } from '../../support/data/files.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

const CREATE = `mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) {
  __typename ... on CreateFileUploadPayload { uploadUrl method expiresAt replayed
    file { databaseId name status sha256 expiresAt } }
  ... on UserError { code } ... on InputValidationError { issues { path } } } }`;
const COMPLETE = `mutation ($id: SafeInt!) { completeFileUpload(input: { file: { databaseId: $id } }) {
  __typename ... on CompleteFileUploadPayload { file { status sha256 expiresAt } }
  ... on UserError { code } ... on FileNotAvailableError { reason } } }`;
const ATTACH = `mutation ($participant: SafeInt!, $file: SafeInt!) { attachDocument(input: {
  participant: { databaseId: $participant }, typeCode: "INE", downloadId: $file }) {
  __typename ... on AttachDocumentPayload { document { downloadId file { name status } } }
  ... on InputValidationError { issues { path message } } } }`;

const bytes = makePdf(90_000);
const INPUT = { fileName: 'acta', mediaType: 'application/pdf', byteCount: bytes.length };

async function create(input: object = {}, headers = gateway.service.headers): Promise<unknown> {
  const reply = await gateway.graphql(CREATE, { input: { ...INPUT, ...input } }, headers);
  return at(dataOf(reply), 'createFileUpload');
}

async function put(announced: unknown, body: Buffer<ArrayBuffer> = bytes) {
  const url = `${gateway.url}${String(at(announced, 'uploadUrl'))}`;
  const response = await fetch(url, { method: 'PUT', body });
  const reply: unknown = await response.json();
  return { status: response.status, body: reply };
}

async function complete(id: number): Promise<unknown> {
  return at(dataOf(await gateway.graphql(COMPLETE, { id })), 'completeFileUpload');
}

function idOf(announced: unknown): number {
  return Number(at(announced, 'file', 'databaseId'));
}

/** A file that was sent and completed. */
async function makeFile(input: object = {}): Promise<number> {
  const announced = await create(input);
  await put(announced);
  await complete(idOf(announced));
  return idOf(announced);
}

async function attach(participant: number, file: number): Promise<unknown> {
  const reply = await gateway.graphql(ATTACH, { participant, file });
  return at(dataOf(reply), 'attachDocument');
}

async function makeParticipant(): Promise<number> {
  const { db, service } = gateway;
  const participants = [{ documents: [['INE', null] as [string, null]] }];
  return (await makeBusiness(db, service.serviceId, { participants })).participantIds[0] ?? 0;
}

describe('createFileUpload, PUT, completeFileUpload', () => {
  it('make a file that is downloaded byte for byte', async () => {
    const announced = await create();
    expect(announced).toMatchObject({
      __typename: 'CreateFileUploadPayload',
      method: 'PUT',
      replayed: false,
      file: { name: 'acta', status: 'EXPECTED', sha256: null },
    });
    expect(Date.parse(String(at(announced, 'file', 'expiresAt')))).toBeGreaterThan(Date.now());
    const id = idOf(announced);
    expect((await download(gateway, `/api/v4/file/${id}`)).status).toBe(409);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await put(announced)).toMatchObject({
      status: 200,
      body: { data: { file_id: id, sha256, status: 'pending' }, message: 'File received' },
    });
    expect((await download(gateway, `/api/v4/file/${id}`)).status).toBe(409);
    expect(await complete(id)).toMatchObject({ file: { status: 'AVAILABLE', sha256 } });
    const found = await download(gateway, `/api/v4/file/${id}`);
    expect(found.bytes.equals(bytes)).toBe(true);
    expect(found.headers.get('content-disposition')).toContain('acta.pdf');
  });

  it('change nothing when they are asked again', async () => {
    const announced = await create();
    await put(announced);
    expect((await put(announced)).status).toBe(200);
    expect((await put(announced, makePdf(90_000, 'dos'))).status).toBe(400);
    const first = await complete(idOf(announced));
    expect(await complete(idOf(announced))).toEqual(first);
    const found = await download(gateway, `/api/v4/file/${idOf(announced)}`);
    expect(found.bytes.equals(bytes)).toBe(true);
    expect(await put(announced)).toMatchObject({
      status: 409,
      body: { data: { issues: [{ path: ['file'], code: 'not_awaited' }] } },
    });
  });

  it('answer one announcement for one idempotency key', async () => {
    const first = await create({ idempotencyKey: 'announce' });
    const again = await create({ idempotencyKey: 'announce' });
    expect(at(again, 'replayed')).toBe(true);
    expect(idOf(again)).toBe(idOf(first));
  });

  it.each([
    ['too large', { byteCount: 20 * 1024 * 1024 + 1 }, 'byteCount'],
    ['empty', { byteCount: 0 }, 'byteCount'],
    ['of a type that is not taken', { mediaType: 'text/html' }, 'mediaType'],
    ['of no type', { mediaType: '' }, 'mediaType'],
    ['of a sum that is none', { sha256: 'abc' }, 'sha256'],
  ])('refuse a file that is said to be %s', async (_what, input, path) => {
    const refused = await create(input);
    expect(refused).toMatchObject({
      __typename: 'InputValidationError',
      issues: [{ path: [path] }],
    });
  });

  it.each([
    ['longer', makePdf(90_001), {}, 'size_differs'],
    ['shorter', makePdf(89_999), {}, 'size_differs'],
    ['of another sum', bytes, { sha256: '0'.repeat(64) }, 'digest_differs'],
    ['of another type', Buffer.alloc(90_000, 'a,b\n'), {}, 'wrong_file_type'],
  ])('refuse bytes that are %s than announced, and keep none', async (...[, body, input, code]) => {
    const announced = await create(input);
    const before = await listStored(gateway.filesFolder);
    const refused = await put(announced, body);
    expect(refused).toMatchObject({
      status: 400,
      body: { data: { issues: [{ path: ['file'], code }] } },
    });
    // What another test deleted may go meanwhile.
    const after = await listStored(gateway.filesFolder);
    expect(after.filter((path) => !before.includes(path))).toEqual([]);
    // The reason stays with the file, for whoever asks later.
    expect(await complete(idOf(announced))).toMatchObject({
      code: 'FILE_NOT_AVAILABLE',
      reason: code.toUpperCase(),
    });
    const { status, body: inV4 } = await gateway.request('GET', `/api/v4/file/${idOf(announced)}`);
    expect({ status, issues: at(inV4, 'data', 'issues', 0, 'code') }).toEqual({
      status: 409,
      issues: code,
    });
  });

  it('forget why bytes were refused once good ones came, and keep those whatever comes after', async () => {
    const announced = await create({});
    const id = idOf(announced);
    const readRefusal = async () =>
      await gateway.db
        .selectFrom('files')
        .select(['state', 'refusal'])
        .where('service_id', '=', gateway.service.serviceId)
        .where('id', '=', id)
        .executeTakeFirst();
    expect(await complete(id)).toMatchObject({ reason: 'NOT_SENT' });
    await put(announced, makePdf(90_001));
    await put(announced, Buffer.alloc(90_000, 'a,b\n'));
    expect(await complete(id)).toMatchObject({ reason: 'WRONG_FILE_TYPE' });
    expect(await readRefusal()).toEqual({ state: 'expected', refusal: 'wrong_file_type' });
    expect((await put(announced)).status).toBe(200);
    expect(await readRefusal()).toEqual({ state: 'received', refusal: null });
    expect((await put(announced, makePdf(90_001))).status).toBe(400);
    expect(await readRefusal()).toEqual({ state: 'received', refusal: null });
    expect(await complete(id)).toMatchObject({ file: { status: 'AVAILABLE' } });
  });

  it('refuse bytes once the hour is over', async () => {
    const announced = await create();
    await gateway.db
      .updateTable('files')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', idOf(announced))
      .execute();
    expect(await put(announced)).toMatchObject({
      status: 409,
      body: { data: { issues: [{ path: ['file'], code: 'not_awaited' }] } },
    });
  });

  it('complete nothing that is unknown or of another service', async () => {
    expect(await complete(999_999)).toMatchObject({ code: 'FILE_NOT_FOUND' });
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    const theirs = idOf(await create({}, other.headers));
    const ours = idOf(await create());
    const foreign = Math.max(theirs, ours) + 1;
    expect(await complete(foreign)).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('attachDocument with a file that was uploaded', () => {
  it('shows it on both wires, and downloads it by its id_descarga', async () => {
    const participant = await makeParticipant();
    const file = await makeFile();
    expect(await attach(participant, file)).toMatchObject({
      document: { downloadId: file, file: { name: 'acta.pdf', status: 'AVAILABLE' } },
    });
    const found = await download(gateway, `/api/v4/fiduciary/file/${file}/download`);
    expect(found.bytes.equals(bytes)).toBe(true);
    const row = await gateway.db
      .selectFrom('files')
      .select(['business_id', 'expires_at'])
      .where('id', '=', file)
      .executeTakeFirstOrThrow();
    expect(row.business_id).not.toBeNull();
    expect(row.expires_at).toBeNull();
  });

  it('refuses one that is not completed, and one of another business', async () => {
    const participant = await makeParticipant();
    const expected = idOf(await create());
    expect(await attach(participant, expected)).toMatchObject({
      issues: [{ path: ['downloadId'], message: 'Must be an available file' }],
    });
    const file = await makeFile();
    await attach(await makeParticipant(), file);
    expect(await attach(participant, file)).toMatchObject({
      issues: [{ path: ['downloadId'], message: 'Must be a file of the same business' }],
    });
  });

  it('deletes the bytes of the file whose place it takes', async () => {
    const participant = await makeParticipant();
    const first = await makeFile();
    await attach(participant, first);
    const second = await makeFile({ fileName: 'segunda' });
    await attach(participant, second);
    expect((await download(gateway, `/api/v4/file/${first}`)).status).toBe(404);
    expect((await download(gateway, `/api/v4/file/${second}`)).status).toBe(200);
  });
});

describe('an upload of the graph that cannot be answered', () => {
  it('is told that its file was deleted, where it is announced again with its key', async () => {
    const idempotencyKey = 'announced-and-deleted';
    const id = idOf(await create({ idempotencyKey }));
    await gateway.db.deleteFrom('files').where('id', '=', id).execute();
    expect(await create({ idempotencyKey })).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('is told that the key of its file is not at hand, and changes nothing', async () => {
    const { db, service } = gateway;
    const sent = await create();
    await put(sent);
    const completed = await makeFile();
    const participant = await makeParticipant();
    const keys = db.selectFrom('data_keys').selectAll().where('service_id', '=', service.serviceId);
    const before = await keys.execute();
    expect(before.length).toBeGreaterThan(0);
    await db.updateTable('data_keys').set({ master_key_id: 'elsewhere' }).execute();
    const completion = await complete(idOf(sent));
    const attachment = await attach(participant, completed);
    for (const { master_key_id, business_id } of before)
      await db
        .updateTable('data_keys')
        .set({ master_key_id })
        .where('business_id', 'is not distinct from', business_id)
        .execute();
    const refused = { __typename: 'FilesUnavailableError' };
    expect([completion, attachment]).toMatchObject([refused, refused]);
    expect(await complete(idOf(sent))).toMatchObject({ __typename: 'CompleteFileUploadPayload' });
    expect(await attach(participant, completed)).toMatchObject({
      __typename: 'AttachDocumentPayload',
    });
  });
});
