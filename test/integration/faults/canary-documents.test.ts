import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { assemblePdf, makeTextPdf } from '../../support/data/documents.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { CANARY_LINE, CANARY_PATTERN } from '../../support/probes/canary.ts';

/** Documents that say who somebody is: what is read of them stands nowhere as it is. */
const database = useDatabase();
let gateway: OpenGateway;
let participantId = 0;
let refusals: string[] = [];

beforeAll(async () => {
  gateway = await openGateway(database.url);
  const { serviceId } = gateway.service;
  const made = await makeBusiness(gateway.db, serviceId, { id: 1, participants: [{}] });
  participantId = made.participantIds[0] ?? 0;
});
afterAll(async () => await gateway.close());
beforeEach(() => {
  refusals = [];
});

const CERTIFICATE = makeTextPdf(`CONSTANCIA DE SITUACION FISCAL
  RFC: CAVI800101AB1
  idCIF: 10203040506
  Nombre (s): CANARIO
  Primer Apellido: CANARIO`);
const INVOICE = Buffer.from(`<?xml version="1.0"?><cfdi:Comprobante Version="4.0" Total="1.00"
  xmlns:cfdi="http://www.sat.gob.mx/cfd/4"><cfdi:Emisor Rfc="CAVI800101AB1" Nombre="CANARIO"/></cfdi:Comprobante>`);
const DOCUMENTS: readonly (readonly [what: string, filename: string, bytes: Buffer])[] = [
  ['a certificate', 'a.pdf', CERTIFICATE],
  ['an invoice', 'a.xml', INVOICE],
  ['a broken invoice', 'a.xml', Buffer.concat([INVOICE, Buffer.from(`<${CANARY_LINE}`)])],
  ['a broken PDF', 'a.pdf', Buffer.from(`%PDF-1.7\n${CANARY_LINE}`.padEnd(400))],
  ['a PDF of objects that are none', 'a.pdf', assemblePdf([`<< /${CANARY_LINE}`])],
];

async function send(path: string, body: object): Promise<unknown> {
  const reply = await gateway.request('POST', path, body);
  if (reply.status !== 200) refusals.push(JSON.stringify(reply.body));
  return reply.body;
}

async function extract([, filename, bytes]: (typeof DOCUMENTS)[number], more: object = {}) {
  const kept = await send('/api/v4/file/upload', {
    filename,
    content_base64: bytes.toString('base64'),
    business_id: 1,
  });
  const fileId = Number(at(kept, 'data', 'file_id'));
  const body = { file_id: fileId, cod_tipo_docto: CANARY_LINE, ...more };
  const id = Number(at(await send('/api/v4/document/extract', body), 'data', 'extraction_id'));
  return { fileId, id };
}

async function statusOf(id: number): Promise<unknown> {
  const { body } = await gateway.request('GET', `/api/v4/document/extraction/${id}`);
  return at(body, 'data', 'status');
}

/** Waits until the worker has read the document; a busy machine queues what it would otherwise read at once. */
async function untilRead(id: number): Promise<void> {
  await expect.poll(async () => await statusOf(id), { timeout: 60_000 }).not.toBe('queued');
}

async function expectNoTrace(): Promise<void> {
  expect(refusals.filter((text) => CANARY_PATTERN.test(text))).toEqual([]);
  expect(
    gateway
      .logs()
      .split('\n')
      .filter((line) => CANARY_PATTERN.test(line)),
  ).toEqual([]);
  expect(await listTablesHolding(database.db, 'canario')).toEqual([]);
  expect(await listTablesHolding(database.db, 'CAVI800101')).toEqual([]);
}

describe('what a document says of a person', () => {
  it.each(DOCUMENTS)('leaves no trace where it is read at once: %s', async (...document) => {
    const { id } = await extract(document);
    await untilRead(id);
    await expectNoTrace();
  });

  it.each(DOCUMENTS)('leaves no trace where it is queued: %s', async (...document) => {
    const { id } = await extract(document, { wait_ms: 0 });
    await untilRead(id);
    await expectNoTrace();
  });

  it('is answered to whoever may read it, or the tests above see nothing', async () => {
    const [certificate] = DOCUMENTS;
    if (certificate === undefined) throw new Error('There is one.');
    const { id } = await extract(certificate);
    await untilRead(id);
    const { body } = await gateway.request('GET', `/api/v4/document/extraction/${id}`);
    expect(JSON.stringify(body)).toMatch(CANARY_PATTERN);
  });

  it('leaves no trace of rows that cannot be written', async () => {
    await sql`alter table extractions add constraint no_row check (sealed is null) not valid`.execute(
      database.db,
    );
    onTestFinished(async () => {
      await sql`alter table extractions drop constraint no_row`.execute(database.db);
    });
    for (const document of DOCUMENTS) await extract(document);
    await expect.poll(() => gateway.logs(), { timeout: 60_000 }).toContain('"code":"23514"');
    await expectNoTrace();
  });

  it('leaves no trace but sealed once it is applied', async () => {
    const [certificate] = DOCUMENTS;
    if (certificate === undefined) throw new Error('There is one.');
    const { id } = await extract(certificate);
    await untilRead(id);
    onTestFinished(async () => {
      // The other tests expect the RFC in no table.
      await gateway.db
        .updateTable('participants')
        .set({ rfc: null })
        .where('service_id', '=', gateway.service.serviceId)
        .where('id', '=', participantId)
        .execute();
    });
    const { body } = await gateway.graphql(
      `mutation ($input: ApplyExtractionInput!) { applyExtraction(input: $input) { __typename } }`,
      {
        input: {
          extractionId: id,
          participant: { databaseId: participantId },
          fields: ['RFC'],
          acknowledge: ['DOCUMENT_NAME', 'RFC_NAME'],
        },
      },
    );
    expect(at(body, 'data', 'applyExtraction', '__typename')).toBe('ApplyExtractionPayload');
    const holding = await listTablesHolding(database.db, 'CAVI800101');
    expect(holding.filter((table) => table !== 'participants')).toEqual([]);
  });
});
