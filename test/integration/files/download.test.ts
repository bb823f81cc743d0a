import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { NOT_FOUND } from '../../support/clients/v4.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { download, listStored, makePdf, upload, uploadAndGetId } from '../../support/data/files.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const SIZE = 200_000;
const bytes = makePdf(SIZE);
let id = 0;
let etag = '';
let other: TestService;

beforeAll(async () => {
  const { body } = await upload(gateway, { bytes, name: 'Póliza «ñandú» 100%.pdf' });
  id = Number(at(body, 'data', 'file_id'));
  etag = `"${String(at(body, 'data', 'sha256'))}"`;
  other = await createTestService(gateway.db, await createTestTokens(gateway.db));
});

async function get(headers: Record<string, string> = {}) {
  return await download(gateway, `/api/v4/file/${id}`, headers);
}

async function countAudits(): Promise<number> {
  const query = gateway.db.selectFrom('audit_events').select('id');
  return (await query.where('action', '=', 'file_downloaded').execute()).length;
}

describe('GET /api/v4/file/{file_id}', () => {
  it('200 answers an attachment that no browser shows, with its name in full', async () => {
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': `${SIZE}`,
      'content-disposition':
        `attachment; filename="Poliza _nandu_ 100_.pdf"; filename*=UTF-8''P%C3%B3liza%20%C2%ABnand%C3%BA%C2%BB%20100%25.pdf`.replace(
          'ABnand',
          'AB%C3%B1and',
        ),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      etag,
    });
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=65535-65536', 65_535, 65_536],
    ['bytes=65536-131071', 65_536, 131_071],
    ['bytes=199990-', 199_990, SIZE - 1],
    ['bytes=-10', SIZE - 10, SIZE - 1],
    ['bytes=0-999999999', 0, SIZE - 1],
    ['bytes=-999999999', 0, SIZE - 1],
    ['bytes=7-7', 7, 7],
  ])('206 answers the part of %s', async (range, first, last) => {
    const reply = await get({ range });
    expect(reply.status).toBe(206);
    expect(reply.headers.get('content-range')).toBe(`bytes ${first}-${last}/${SIZE}`);
    expect(reply.headers.get('content-length')).toBe(`${last - first + 1}`);
    expect(reply.bytes.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it.each([
    'bytes=0-1,5-6',
    'lines=0-1',
    'bytes=9-3',
    `bytes=${SIZE + 9}-3`,
    'bytes=-',
    'bytes=a-b',
    'bytes=0x1-2',
  ])('200 passes over %s, which is no one range of bytes', async (range) => {
    const reply = await get({ range });
    expect([reply.status, reply.bytes.length]).toEqual([200, SIZE]);
  });

  it.each([`bytes=${SIZE}-`, 'bytes=-0'])('416 refuses %s, which is outside', async (range) => {
    const reply = await get({ range });
    expect(reply.status).toBe(416);
    expect(reply.headers.get('content-range')).toBe(`bytes */${SIZE}`);
  });

  it('206 only while the file is what If-Range names', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });

  it('304 answers nothing to who has the file', async () => {
    for (const tag of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const reply = await get({ 'if-none-match': tag });
      expect([reply.status, reply.bytes.length]).toEqual([304, 0]);
      expect(reply.headers.get('etag')).toBe(etag);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('records every download before it answers, and nothing of the name', async () => {
    const before = await countAudits();
    await get({ range: 'bytes=0-9' });
    await get({ 'if-none-match': etag });
    expect(await countAudits()).toBe(before + 1);
    const rows = await gateway.db.selectFrom('audit_events').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/liza|and/);
    expect(gateway.logs).toContain('"route":"/api/v4/file/{file_id}"');
    expect(gateway.logs).not.toMatch(/P.{1,6}liza/i);
  });

  it.each([
    ['unknown', 999_999, () => ({})],
    ['of another service', 0, () => other.headers],
  ])('404 is one and the same for a file that is %s', async (_what, unknown, headersOf) => {
    const path = `/api/v4/file/${unknown === 0 ? id : unknown}`;
    for (const one of [path, `${path}/detail`]) {
      const reply = await download(gateway, one, headersOf());
      expect([reply.status, reply.bytes.toString()]).toEqual([NOT_FOUND.status, NOT_FOUND.text]);
    }
  });

  it('404 for a file of which only the id is known, and for one that no document has', async () => {
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, {
      participants: [{ documents: [['INE', 777_777]] }],
    });
    expect((await download(gateway, '/api/v4/file/777777')).status).toBe(404);
    expect((await download(gateway, '/api/v4/fiduciary/file/777777/download')).status).toBe(404);
    expect((await download(gateway, `/api/v4/fiduciary/file/${id}/download`)).status).toBe(404);
  });

  it.each(['0', 'x', '1e3', '-1'])('400 refuses the id %s', async (wrong) => {
    expect((await download(gateway, `/api/v4/file/${wrong}`)).status).toBe(400);
  });

  it('500 answers nothing of bytes that were changed in the store', async () => {
    const sent = makePdf(1000, 'tampered');
    const tampered = await uploadAndGetId(gateway, { bytes: sent });
    const row = await gateway.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', tampered)
      .executeTakeFirstOrThrow();
    const name = String(row.storage_key).replace('/', '-');
    const paths = await listStored(gateway.filesFolder);
    const path = paths.find((one) => one.endsWith(name)) ?? '';
    const stored = await readFile(path);
    stored[500] = (stored[500] ?? 0) ^ 1;
    await writeFile(path, stored);
    const reply = await download(gateway, `/api/v4/file/${tampered}`);
    expect(reply.status).toBe(500);
    expect(reply.bytes.toString()).toContain('server_error');
  });
});

describe('GET /api/v4/file/{file_id}/detail', () => {
  it('200 answers what is known of the file', async () => {
    const reply = await gateway.request('GET', `/api/v4/file/${id}/detail`);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          file_id: id,
          sha256: etag.slice(1, -1),
          size: SIZE,
          media_type: 'application/pdf',
          status: 'unscanned',
          filename: 'Póliza «ñandú» 100%.pdf',
        },
        message: 'File detail retrieved successfully',
        success: true,
      },
    });
  });
});

async function linkTo(expiresIn = 300): Promise<string> {
  const query = `{ file(by: { databaseId: ${id} }) { downloadUrl(expiresIn: ${expiresIn}) } }`;
  return String(at(dataOf(await gateway.graphql(query)), 'file', 'downloadUrl'));
}

describe('a link of the graph', () => {
  it('200 lets in without headers, and the download is on record', async () => {
    const before = await countAudits();
    const response = await fetch(`${gateway.url}${await linkTo()}`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await countAudits()).toBe(before + 1);
  });

  it('401 once the user is disabled or the key is revoked', async () => {
    const tokens = await createTestTokens(gateway.db);
    const maker = await createTestService(gateway.db, tokens);
    const own = await uploadAndGetId(gateway, { bytes, headers: maker.headers });
    const query = `{ file(by: { databaseId: ${own} }) { downloadUrl } }`;
    const reply = await gateway.graphql(query, {}, maker.headers);
    const url = `${gateway.url}${String(at(dataOf(reply), 'file', 'downloadUrl'))}`;
    expect((await fetch(url)).status).toBe(200);
    await gateway.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('service_id', '=', maker.serviceId)
      .execute();
    expect((await fetch(url)).status).toBe(401);
  });

  it('is refused for longer than five minutes', async () => {
    const query = `{ file(by: { databaseId: ${id} }) { downloadUrl(expiresIn: 301) } }`;
    const { body } = await gateway.graphql(query);
    expect(at(body, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
  });
});
