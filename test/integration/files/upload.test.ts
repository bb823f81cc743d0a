import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import {
  INVALID_INPUT,
  PAYLOAD_TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE,
} from '../../support/clients/v4.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import {
  download,
  isInStore,
  listStored,
  makePdf,
  makePng,
  type SentFile,
  upload,
  uploadAndGetId,
} from '../../support/data/files.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const MIB = 1024 * 1024;

async function makeParticipant(documents: [string, number | null][] = [['INE', null]]) {
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, { participants: [{ documents }] });
  return { businessId: made.id, participantId: made.participantIds[0] ?? 0 };
}

async function countFiles(): Promise<number> {
  const rows = await gateway.db.selectFrom('files').select('id').execute();
  return rows.length;
}

/** Expects that nothing is left of what is sent, in the database and in the store. */
async function expectNothingKept(send: () => Promise<unknown>): Promise<void> {
  const files = await countFiles();
  const stored = await listStored(gateway.filesFolder);
  await send();
  expect(await countFiles()).toBe(files);
  const listNew = async () =>
    (await listStored(gateway.filesFolder)).filter((path) => !stored.includes(path));
  await expect.poll(listNew, { interval: 20 }).toEqual([]);
}

async function sendJson(body: object) {
  return await gateway.request('POST', '/api/v4/file/upload', { body });
}

const FILE_TOO_LARGE =
  '{"issues":[{"path":["file"],"code":"too_large","message":"The file is over 20971520 bytes"}]}';

describe('POST /api/v4/file/upload', () => {
  it('415 refuses a form with a content coding, and keeps nothing of it', async () => {
    await expectNothingKept(async () => {
      const body = new FormData();
      body.set('file', new Blob(['a,b\n']), 'a.csv');
      const reply = await fetch(`${gateway.url}/api/v4/file/upload`, {
        method: 'POST',
        body,
        headers: { ...gateway.service.headers, 'content-encoding': 'gzip' },
      });
      expect(reply.headers.get('accept-encoding')).toBe('identity');
      const answer = { status: reply.status, text: await reply.text() };
      expect(answer).toEqual(UNSUPPORTED_MEDIA_TYPE);
    });
  });

  it('200 answers what the file is, by its bytes', async () => {
    const bytes = makePdf(300_000);
    const { status, body } = await upload(gateway, { bytes });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        file_id: Number(at(body, 'data', 'file_id')),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: 300_000,
        media_type: 'application/pdf',
        status: 'unscanned',
      },
      message: 'File uploaded',
      success: true,
    });
  });

  it.each([20, 65_535, 65_536, 65_537, 131_072, 3 * MIB])(
    '200 gives back %d bytes as they were, and stores none of them in clear',
    async (size) => {
      const bytes = makePdf(size, `mark-${size}`);
      const id = await uploadAndGetId(gateway, { bytes });
      const found = await download(gateway, `/api/v4/file/${id}`);
      expect(found.status).toBe(200);
      expect(found.bytes.equals(bytes)).toBe(true);
      expect(await isInStore(gateway.filesFolder, bytes.subarray(0, 16))).toBe(false);
    },
  );

  it('200 gives back every file of the documentation, sent as CSV is sent', async () => {
    const paths = globSync(new URL('../../../docs/**/*.md', import.meta.url).pathname);
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      const bytes = readFileSync(path);
      const name = `${basename(path)}.csv`;
      const id = await uploadAndGetId(gateway, { bytes, name, type: 'text/csv' });
      const found = await download(gateway, `/api/v4/file/${id}`);
      expect([name, found.bytes.equals(bytes)]).toEqual([name, true]);
    }
  });

  it('200 takes JSON with base64 instead of a form', async () => {
    const bytes = makePdf(5000);
    const content_base64 = bytes.toString('base64');
    const { status, body } = await sendJson({ filename: 'acta.pdf', content_base64 });
    expect(status).toBe(200);
    const found = await download(gateway, `/api/v4/file/${String(at(body, 'data', 'file_id'))}`);
    expect(found.bytes.equals(bytes)).toBe(true);
  });

  it('200 of equal files are two, which share their bytes', async () => {
    const { businessId } = await makeParticipant();
    const sent = { bytes: makePdf(900, 'twin'), fields: { business_id: `${businessId}` } };
    const before = (await listStored(gateway.filesFolder)).length;
    const first = await uploadAndGetId(gateway, { ...sent, name: 'uno.pdf' });
    const second = await uploadAndGetId(gateway, { ...sent, name: 'dos.pdf' });
    expect(second).not.toBe(first);
    await expect
      .poll(async () => (await listStored(gateway.filesFolder)).length, { interval: 20 })
      .toBe(before + 1);
    for (const id of [first, second]) {
      const found = await download(gateway, `/api/v4/file/${id}`);
      expect(found.bytes.equals(sent.bytes)).toBe(true);
    }
  });

  it('200 attaches the file to the document that it says', async () => {
    const { businessId, participantId } = await makeParticipant();
    const fields = { participant_id: `${participantId}`, cod_tipo_docto: 'INE' };
    const id = await uploadAndGetId(gateway, { bytes: makePdf(), fields });
    const path = `/api/v4/business/detail?id=${businessId}`;
    const { body } = await gateway.request('GET', path);
    expect(at(body, 'data', 'business', 'participantes', 0, 'tipo_doctos')).toEqual([
      { cod_tipo_docto: 'INE', id_descarga: id },
    ]);
  });

  it('200 gives a document its bytes of which an import brought the id only', async () => {
    const { businessId, participantId } = await makeParticipant([['INE', 888_888]]);
    const fields = { participant_id: `${participantId}`, cod_tipo_docto: 'INE' };
    const bytes = makePdf(800, 'import');
    const id = await uploadAndGetId(gateway, { bytes, fields });
    const { body } = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
    const document = at(body, 'data', 'business', 'participantes', 0, 'tipo_doctos', 0);
    expect(document).toEqual({ cod_tipo_docto: 'INE', id_descarga: id });
    const found = await download(gateway, `/api/v4/fiduciary/file/${id}/download`);
    expect(found.bytes.equals(bytes)).toBe(true);
  });

  it('200 with the same Idempotency-Key answers the same file again', async () => {
    const bytes = makePdf(700, 'once');
    const headers = { 'idempotency-key': 'upload-once' };
    const first = await upload(gateway, { bytes, headers });
    const again = await upload(gateway, { bytes, headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    const other = await upload(gateway, { bytes: makePdf(701, 'once'), headers });
    expect(other.status).toBe(422);
  });

  it.each<[string, SentFile]>([
    ['an empty file', { bytes: Buffer.alloc(0) }],
    ['a picture that is named and declared a PDF', { bytes: makePng() }],
    ['a picture with the name of a PDF', { bytes: makePng(), type: 'image/png' }],
    ['a PDF that is declared a picture', { bytes: makePdf(), name: 'a', type: 'image/png' }],
    ['a program', { bytes: Buffer.from(`MZ${'\0'.repeat(500)}`), name: 'a.exe', type: '' }],
    ['a page', { bytes: Buffer.from('<!doctype html><p>'), name: 'a.html', type: 'text/html' }],
    [
      'a page that is declared CSV',
      { bytes: Buffer.from('<html>'), name: 'a.csv', type: 'text/csv' },
    ],
    [
      'a drawing that may hold scripts',
      { bytes: Buffer.from('<?xml version="1.0"?><svg/>'), name: 'a.xml', type: 'text/xml' },
    ],
    ['text that nobody says is CSV', { bytes: Buffer.from('a,b'), name: 'a', type: '' }],
    ['CSV with a zero far inside', { bytes: zeroInside(), name: 'a.csv', type: 'text/csv' }],
    ['an archive', { bytes: Buffer.from('504b0304', 'hex'), name: 'a.xlsx', type: '' }],
    ['a business that is not there', { bytes: makePdf(), fields: { business_id: '999999' } }],
    ['a participant that is not there', { bytes: makePdf(), fields: { participant_id: '99999' } }],
    ['an id that is none', { bytes: makePdf(), fields: { business_id: '1e3' } }],
    ['a document of nobody', { bytes: makePdf(), fields: { cod_tipo_docto: 'INE' } }],
  ])('400 refuses %s and keeps nothing', async (_what, sent) => {
    await expectNothingKept(async () => {
      const { status, body } = await upload(gateway, sent);
      expect([status, JSON.stringify(body)]).toEqual([INVALID_INPUT.status, INVALID_INPUT.text]);
    });
  });

  it('400 refuses a document that was not requested, and keeps nothing', async () => {
    const { participantId } = await makeParticipant([['CSF', null]]);
    const fields = { participant_id: `${participantId}`, cod_tipo_docto: 'INE' };
    await expectNothingKept(async () => {
      expect((await upload(gateway, { bytes: makePdf(), fields })).status).toBe(400);
    });
  });

  it.each([
    ['no content', { filename: 'a.pdf' }],
    ['what is no base64', { filename: 'a.pdf', content_base64: '%%%' }],
    ['a name that is no text', { filename: 7, content_base64: 'JVBERi0xLjcK' }],
  ])('400 refuses JSON with %s', async (_what, body) => {
    expect((await sendJson(body)).status).toBe(400);
  });

  it('413 refuses a file one byte over the bound, and keeps nothing', async () => {
    await expectNothingKept(async () => {
      const { status, body } = await upload(gateway, { bytes: makePdf(20 * MIB + 1) });
      expect([status, JSON.stringify(body)]).toEqual([
        PAYLOAD_TOO_LARGE.status,
        PAYLOAD_TOO_LARGE.text.replace('{}', FILE_TOO_LARGE),
      ]);
    });
  });

  it.each([
    ['400', Buffer.from('MZ'), 'wrong_file_type'],
    ['400', Buffer.alloc(0), 'empty'],
    ['413', makePdf(5 * MIB + 1), 'too_large'],
  ])('%s names the member that holds the file in JSON: $2', async (status, bytes, code) => {
    const content_base64 = bytes.toString('base64');
    const reply = await sendJson({ filename: 'a.pdf', content_base64 });
    expect(reply.status).toBe(Number(status));
    expect(at(reply.body, 'data', 'issues')).toMatchObject([{ path: ['content_base64'], code }]);
  });
});

/** Text for longer than what is looked at first. */
function zeroInside(): Buffer<ArrayBuffer> {
  return Buffer.from(`${'a,b\n'.repeat(5000)}\0a,b\n`);
}
