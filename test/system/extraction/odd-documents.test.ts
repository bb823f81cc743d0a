import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadingOutcome } from '../../../src/domain/extraction/extraction.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { assemblePdf, makeInvoice, makeTextPdf } from '../../support/data/documents.ts';

const readers = createReaders(1);
afterAll(() => readers.stop());

async function read(bytes: Uint8Array, mediaType = 'application/pdf'): Promise<ReadingOutcome> {
  const reader = await readers.acquire(1);
  const reading = { mediaType, bytes, claimed: null, today: '2024-06-01' };
  return await reader.read(reading).finally(reader.release);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const ONE_PAGE = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const INK = stream('', '0 0 100 100 re f');

function stream(head: string, body: string): string {
  return `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`;
}

function page(more: string, box = '0 0 595 842'): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${more} >>`;
}

describe('a PDF whose page is none', () => {
  it.each(['0 0 0 0', '0 0 1e20 1', '-5 -5 -1 -1', '0 0 1 100000', '0 0 abc 5', '0 0 1e-9 1e-9'])(
    'of the size [%s] says nothing',
    async (box) => {
      const outcome = await read(
        assemblePdf([CATALOG, ONE_PAGE, page('/Contents 4 0 R', box), INK]),
      );
      expect(outcome).toMatchObject({ kind: 'read', extracted: { kind: 'unknown', fields: [] } });
    },
  );

  it('but one of its own pages is unreadable', async () => {
    const loop = '<< /Type /Pages /Count 2 /Kids [2 0 R 3 0 R] >>';
    expect(await read(assemblePdf([CATALOG, loop, page('')]))).toMatchObject({
      failure: 'unreadable_document',
    });
  });
});

describe('a PDF that draws without end', () => {
  it('is left where a form draws itself', async () => {
    const own = '/Resources << /XObject << /F 4 0 R >> >>';
    const form = stream(`/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${own}`, '/F Do /F Do');
    const first = page(`${own} /Contents 5 0 R`);
    const outcome = await read(assemblePdf([CATALOG, ONE_PAGE, first, form, stream('', '/F Do')]));
    expect(outcome).toMatchObject({ kind: 'read', extracted: { fields: [] } });
  });

  it('is not unpacked where its picture says to have four milliard dots', async () => {
    const image =
      '/Type /XObject /Subtype /Image /Width 65000 /Height 65000 /ColorSpace /DeviceRGB /BitsPerComponent 8';
    const own = '/Resources << /XObject << /P 4 0 R >> >>';
    const draw = stream('', 'q 595 0 0 842 0 0 cm /P Do Q');
    const first = page(`${own} /Contents 5 0 R`);
    const outcome = await read(assemblePdf([CATALOG, ONE_PAGE, first, stream(image, 'x'), draw]));
    expect(outcome).toMatchObject({ kind: 'read', extracted: { fields: [] } });
  });
});

describe('a file that is two things', () => {
  const paper = sharp({ create: { width: 700, height: 700, channels: 3, background: '#fff' } });

  it('is the PDF that it is taken for, or none, with a picture before it', async () => {
    const both = Buffer.concat([
      await paper.clone().png().toBuffer(),
      makeTextPdf('RFC: EKU9003173C9'),
    ]);
    // What stands before it moves all that a PDF finds by its place.
    expect(JSON.stringify(await read(both))).toMatch(/"unreadable_document"|"kind":"read"/);
  });

  it('is the picture that it is, whatever stands behind it or it is called', async () => {
    const jpeg = await paper.clone().jpeg().toBuffer();
    const html = Buffer.concat([jpeg, Buffer.from('<script>RFC: EKU9003173C9</script>')]);
    expect(JSON.stringify(await read(html, 'image/jpeg'))).not.toContain('EKU9003173C9');
    const png = await paper.clone().png().toBuffer();
    expect(await read(png, 'image/jpeg')).toMatchObject({ kind: 'read' });
  });

  it('is unreadable where it is a drawing that would fetch a file', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
    expect(await read(Buffer.from(svg), 'image/tiff')).toMatchObject({
      failure: 'unreadable_document',
    });
  });
});

describe('XML with an endless value', () => {
  it('gives none for it, and the others', async () => {
    const outcome = await read(makeInvoice({ total: '1'.repeat(5_000_000) }), 'application/xml');
    if (outcome.kind === 'failed') throw new Error(outcome.failure);
    const { fields, missing } = outcome.extracted;
    expect(missing).toContainEqual({ name: 'total', reason: 'not_valid' });
    expect(fields.map(({ name }) => name)).toContain('uuid');
    expect(JSON.stringify(outcome).length).toBeLessThan(100_000);
  });
});

describe('XML with names of the language', () => {
  it('is read as what it is', async () => {
    const head = '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0"';
    const xml = `${head} __proto__="x" constructor="y"><__proto__ a="b"/></cfdi:Comprobante>`;
    expect(await read(Buffer.from(xml), 'application/xml')).toMatchObject({ kind: 'read' });
    expect(await read(makeInvoice(), 'application/xml')).toMatchObject({
      extracted: { kind: 'cfdi' },
    });
  });
});
