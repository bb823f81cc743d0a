import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makeInvoice, makeTextPdf } from '../../support/data/documents.ts';
import { makePdf, makePng } from '../../support/data/files.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const XLS = 'application/vnd.ms-excel';
const INVOICE = Buffer.from(makeInvoice());
const PADDING = Buffer.alloc(300);
const withoutDeclaration = Buffer.from(INVOICE.toString().replace(/^<\?xml[^>]*\?>\s*/, ''));
const before = (text: string, bytes: Buffer): Buffer => Buffer.concat([Buffer.from(text), bytes]);
const CSV = Buffer.from('nombre,rfc\nñandú,x\n');

/** Sends a form as a client writes it, with these headers of the part. */
async function sendPart(headers: string, bytes: Buffer, path = '/api/v4/file/upload') {
  const head = `--door\r\ncontent-disposition: form-data; name="file"${headers}\r\n\r\n`;
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: {
      ...gateway.service.headers,
      'content-type': 'multipart/form-data; boundary=door',
    },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--door--\r\n')]),
  });
  const body: unknown = await response.json();
  return { status: response.status, data: at(body, 'data') };
}

const CREATE = `mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) {
  ... on CreateFileUploadPayload { uploadUrl } } }`;

/** Sends a file by the graph, and returns the status of its bytes. */
async function sendByGraph(fileName: string, mediaType: string, bytes: Buffer): Promise<number> {
  const input = { fileName, mediaType, byteCount: bytes.length };
  const created = at(dataOf(await gateway.graphql(CREATE, { input })), 'createFileUpload');
  const url = `${gateway.url}${String(at(created, 'uploadUrl'))}`;
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  await response.arrayBuffer();
  return response.status;
}

describe('a part without a content type', () => {
  it.each<[string, Buffer, string]>([
    ['acta.pdf', makePdf(), 'application/pdf'],
    ['foto.png', makePng(), 'image/png'],
    ['factura.xml', INVOICE, 'application/xml'],
    ['lista.csv', CSV, 'text/csv'],
    ['sin_extension', makePdf(), 'application/pdf'],
  ])('200 is what its bytes are: %s', async (name, bytes, mediaType) => {
    const { status, data } = await sendPart(`; filename="${name}"`, bytes);
    expect(status).toBe(200);
    expect(at(data, 'media_type')).toBe(mediaType);
  });

  it('200 needs no name either', async () => {
    const { status, data } = await sendPart('', makePdf());
    expect([status, at(data, 'media_type')]).toEqual([200, 'application/pdf']);
  });

  it('400 is refused where its bytes are of no type that is accepted', async () => {
    expect((await sendPart('; filename="a"', Buffer.from('hola'))).status).toBe(400);
  });

  it('200 is read as a document', async () => {
    const pdf = makeTextPdf('RFC: EKU9003173C9');
    const path = '/api/v4/document/extract';
    expect((await sendPart('; filename="a.pdf"', pdf, path)).status).toBe(200);
  });
});

/** The name under which a file is stored that is sent with these parameters. */
async function sendNamed(names: string): Promise<unknown> {
  const { data } = await sendPart(`; ${names}`, makePdf());
  const path = `/api/v4/file/${String(at(data, 'file_id'))}/detail`;
  return at((await gateway.request('GET', path)).body, 'data', 'filename');
}

describe('the name of a part', () => {
  const EXTENDED = "filename*=UTF-8''acta%20%C3%B1.pdf";
  const WORD = 'filename="=?UTF-8?B?YWN0YS5wZGY=?="';
  it.each([`${EXTENDED}; ${WORD}`, `${WORD}; ${EXTENDED}`, EXTENDED])(
    '200 is the extended one: %s',
    async (names) => {
      expect(await sendNamed(names)).toBe('acta ñ.pdf');
    },
  );

  it('200 may hold the words of another parameter', async () => {
    expect(await sendNamed('filename="a, filename*=b.pdf"')).toBe('a, filename*=b.pdf');
  });
});

/** Files as programs write them, with what precedes or follows the bytes that a reader expects. */
const ODD: readonly (readonly [string, string, string, Buffer])[] = [
  ['a CSV that Windows calls a workbook', 'lista.csv', XLS, CSV],
  [
    'a PDF behind a line of a printer',
    'a.pdf',
    'application/pdf',
    before('\x1b%-12345X@PJL\r\n', makePdf()),
  ],
  ['a PDF behind 1000 bytes', 'a.pdf', 'application/pdf', before('\n'.repeat(1000), makePdf())],
  ['XML without a declaration', 'a.xml', 'application/xml', withoutDeclaration],
  ['XML with a byte order mark', 'a.xml', 'text/xml', before('\ufeff', INVOICE)],
  ['XML with a mark and no declaration', 'a.xml', 'text/xml', before('\ufeff', withoutDeclaration)],
  ['XML behind a comment', 'a.xml', 'text/xml', before('<!-- hecho -->\n', withoutDeclaration)],
  ['XML whose declaration is behind a comment', 'a.xml', 'text/xml', before('<!-- a -->', INVOICE)],
  ['XML behind a line feed', 'a.xml', 'text/xml', before('\r\n', INVOICE)],
  ['XML padded with NUL', 'a.xml', 'text/xml', Buffer.concat([INVOICE, PADDING])],
];

describe('bytes that programs write', () => {
  it.each(ODD)('200 on both wires: %s', async (...[, name, mediaType, bytes]) => {
    const type = `\r\ncontent-type: ${mediaType}`;
    expect((await sendPart(`; filename="${name}"${type}`, bytes)).status).toBe(200);
    expect((await sendPart(`; filename="${name}"`, bytes)).status).toBe(200);
    expect(await sendByGraph(name, mediaType, bytes)).toBe(200);
  });

  it.each([
    ['PDF behind markup', 'a.pdf', before('<script>', makePdf())],
    ['PDF behind more than 1024 bytes', 'a.pdf', before(' '.repeat(1100), makePdf())],
    ['XML with a NUL within', 'a.xml', before('<a>\0</a>', INVOICE)],
    ['a page called XML', 'a.xml', Buffer.from('<html><body onload="a()"/></html>')],
    ['CSV called a workbook without its extension', 'lista', CSV],
  ])('400 refuses a %s', async (_what, name, bytes) => {
    expect((await sendPart(`; filename="${name}"`, bytes)).status).toBe(400);
  });
});
