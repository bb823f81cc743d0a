import { describe, expect, it, vi } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE, makeInvoice } from '../../support/data/documents.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { listStored, makePdf, uploadAndGetId } from '../../support/data/files.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../support/gateway/gateway.ts';
import { withUnlimitedWait } from '../../support/gateway/unlimited-wait.ts';

const gateway = useGateway();
const EXTRACT = '/api/v4/document/extract';
const MIB = 1024 * 1024;
/** An extraction is read within the request or beside it, as busy as the machine is. */
const PATIENTLY = { interval: 50, timeout: 60_000 };

type Part = { bytes: Buffer<ArrayBuffer>; name?: string; type?: string };
type Fields = Record<string, string>;
const PDF: Part = { bytes: CERTIFICATE };
const EXACTLY_ONE = { path: ['file'], code: 'exactly_one' };
const INVOICE: Part = { bytes: makeInvoice(), name: 'factura.xml', type: 'application/xml' };

async function send(fields: Fields, part?: Part, more: Fields = {}): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { bytes, name = 'acta.pdf', type = 'application/pdf' } = part ?? PDF;
  if (part !== undefined) form.append('file', new File([bytes], name, { type }));
  const headers = { ...gateway.service.headers, ...more };
  const reply = await fetch(`${gateway.url}${EXTRACT}`, { method: 'POST', headers, body: form });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

async function expectRead(id: number, data: object): Promise<void> {
  const look = async () => {
    const { body } = await gateway.request('GET', `/api/v4/document/extraction/${id}`);
    return at(body, 'data');
  };
  await expect.poll(look, PATIENTLY).toMatchObject({ status: 'done', ...data });
}

async function countRows(table: 'files' | 'extractions'): Promise<number> {
  return (await gateway.db.selectFrom(table).select('id').execute()).length;
}

/** Expects that nothing is left of what is sent, in the database and in the store. */
async function expectNothingKept(work: () => Promise<unknown>): Promise<void> {
  const before = [await countRows('files'), await countRows('extractions')];
  const stored = await listStored(gateway.filesFolder);
  await work();
  expect([await countRows('files'), await countRows('extractions')]).toEqual(before);
  const listNew = async () =>
    (await listStored(gateway.filesFolder)).filter((path) => !stored.includes(path));
  await expect.poll(listNew, PATIENTLY).toEqual([]);
}

describe('a document that comes with the request', () => {
  it('is kept and read in one', async () => {
    const { status, body } = await send({ cod_tipo_docto: 'CFDI' }, INVOICE);
    expect(status).toBe(200);
    const id = Number(at(body, 'data', 'extraction_id'));
    await expectRead(id, { tipo: 'CFDI', fields: { total: { value: '116.00' } } });
    const file = await gateway.request(
      'GET',
      `/api/v4/file/${String(at(body, 'data', 'file_id'))}`,
    );
    expect(file.status).toBe(200);
  });

  it('belongs to the participant that the form names, whose personal information takes from it', async () => {
    const made = await makeBusiness(gateway.db, gateway.service.serviceId, { participants: [{}] });
    const [participantId = 0] = made.participantIds;
    const { body } = await send({ participant_id: `${participantId}` }, INVOICE);
    const fileId = Number(at(body, 'data', 'file_id'));
    const rows = gateway.db.selectFrom('files').selectAll().where('id', '=', fileId);
    expect(await rows.executeTakeFirst()).toMatchObject({
      business_id: made.id,
      participant_id: participantId,
    });
    const events = gateway.db
      .selectFrom('business_events')
      .select('business_id')
      .where('extraction_id', '=', Number(at(body, 'data', 'extraction_id')));
    // A job finishes what is not read within the request.
    await expect
      .poll(async () => await events.execute(), PATIENTLY)
      .toEqual([{ business_id: made.id }]);
  });

  it('is left to the queue where nobody wants to wait', async () => {
    const { body } = await send({ wait_ms: '0' }, PDF);
    expect(at(body, 'data', 'status')).toBe('queued');
    await expectRead(Number(at(body, 'data', 'extraction_id')), { tipo: 'CSF' });
  });

  it('is kept and read once for one Idempotency-Key, and no other request has that key', async () => {
    const key = { 'idempotency-key': 'sent-along-once' };
    const first = await send({}, INVOICE, key);
    const files = await countRows('files');
    const again = await send({}, INVOICE, key);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(at(again.body, 'data', 'extraction_id')).toBe(at(first.body, 'data', 'extraction_id'));
    expect(await countRows('files')).toBe(files);
    expect((await send({}, PDF, key)).status).toBe(422);
    expect((await send({ cod_tipo_docto: 'CSF' }, INVOICE, key)).status).toBe(422);
    const fileId = Number(at(first.body, 'data', 'file_id'));
    expect((await send({ file_id: `${fileId}` }, undefined, key)).status).toBe(422);
  });

  it('that cannot be read is kept as an upload, and is no extraction', async () => {
    const sendBroken = async () => {
      const before = [await countRows('files'), await countRows('extractions')];
      const { status, body: refusal } = await withUnlimitedWait(
        async (waitMs) => await send({ wait_ms: String(waitMs) }, { bytes: makePdf() }),
      );
      expect(status).toBe(400);
      return { before, body: refusal };
    };
    // While a job has the reader, a request is queued and answered with 200.
    const { before, body } = await vi.waitFor(sendBroken, PATIENTLY);
    const [files = 0, extractions = 0] = before;
    expect(at(body, 'data', 'issues', 0)).toMatchObject({
      path: ['file'],
      code: 'unreadable_document',
    });
    expect(await countRows('files')).toBe(files + 1);
    expect(await countRows('extractions')).toBe(extractions);
  });
});

describe('a form with the id of a file', () => {
  it('is what JSON with it is', async () => {
    const fileId = await uploadAndGetId(gateway, INVOICE);
    const { status, body } = await send({ file_id: `${fileId}`, cod_tipo_docto: 'CFDI' });
    expect(status).toBe(200);
    expect(at(body, 'data', 'file_id')).toBe(fileId);
    await expectRead(Number(at(body, 'data', 'extraction_id')), { tipo: 'CFDI' });
  });

  it('404 of another service’s file, 409 of one that is infected', async () => {
    const fileId = await uploadAndGetId(gateway, PDF);
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    expect((await send({ file_id: `${fileId}` }, undefined, other.headers)).status).toBe(404);
    const infected = { state: 'infected', storage_key: null, expires_at: new Date() } as const;
    await gateway.db.updateTable('files').set(infected).where('id', '=', fileId).execute();
    const { status, body } = await send({ file_id: `${fileId}` });
    expect([status, at(body, 'code_message')]).toEqual([409, 'file_not_available']);
  });
});

describe('a form that is refused', () => {
  type Refused = { fields?: Fields; part?: Part; issue: object };
  it.each<[string, Refused]>([
    ['both', { fields: { file_id: '7' }, part: PDF, issue: EXACTLY_ONE }],
    ['neither', { issue: EXACTLY_ONE }],
    ['no id', { fields: { file_id: '1e3' }, issue: { path: ['file_id'], code: 'wrong_format' } }],
    [
      'no wait',
      { fields: { wait_ms: '2e3' }, part: PDF, issue: { path: ['wait_ms'], code: 'wrong_format' } },
    ],
    [
      'a long wait',
      { fields: { wait_ms: '2001' }, part: PDF, issue: { path: ['wait_ms'], code: 'too_large' } },
    ],
    [
      'unknown texts',
      { fields: { other: 'x' }, part: PDF, issue: { path: ['other'], code: 'unknown_field' } },
    ],
    [
      'a place of what has one',
      {
        fields: { file_id: '7', business_id: '1' },
        issue: { path: ['file_id'], code: 'contradicts' },
      },
    ],
    [
      'no business',
      { fields: { business_id: '999999' }, part: PDF, issue: { path: [], code: 'not_found' } },
    ],
    ['no bytes', { part: { bytes: Buffer.alloc(0) }, issue: { path: ['file'], code: 'empty' } }],
    ['a program', { part: { bytes: Buffer.from('MZ\0\0'), type: '' }, issue: { path: ['file'] } }],
  ])('400 with %s, and nothing is kept', async (_what, { fields = {}, part, issue }) => {
    await expectNothingKept(async () => {
      const { status, body } = await send(fields, part);
      expect([status, at(body, 'data', 'issues')]).toMatchObject([400, [issue]]);
    });
  });

  it('413 where the document is longer than what is read, and nothing is kept', async () => {
    await expectNothingKept(async () => {
      const { status, body } = await send({}, { bytes: makePdf(20 * MIB + 1) });
      expect([status, at(body, 'data', 'issues', 0, 'code')]).toEqual([413, 'too_large']);
    });
  });

  it.each(['file:write', 'file:read'] as const)(
    '403 with %s alone, before a byte is kept',
    async (scope) => {
      const { db } = gateway;
      const limited = await createTestService(db, await createTestTokens(db), { scopes: [scope] });
      await expectNothingKept(async () => {
        expect((await send({}, PDF, limited.headers)).status).toBe(403);
      });
    },
  );
});
