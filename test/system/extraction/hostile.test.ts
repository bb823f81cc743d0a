import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../src/domain/extraction/extracted.ts';
import type { ReadingOutcome } from '../../../src/domain/extraction/extraction.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { assemblePdf, makeInvoice, makeTextPdf } from '../../support/data/documents.ts';

const PDF = 'application/pdf';
const XML = 'application/xml';
const readers = createReaders(1);
const before = new Set(readdirSync(tmpdir()));
afterAll(() => readers.stop());

type Claim = { mediaType?: string; claimed?: DocumentKind };

async function read(bytes: Uint8Array, { mediaType = PDF, claimed }: Claim = {}) {
  const reader = await readers.acquire(1);
  const reading = { mediaType, bytes, claimed: claimed ?? null, today: '2024-06-01' };
  return await reader.read(reading).finally(reader.release);
}

function checksOf(outcome: ReadingOutcome): Record<string, boolean | null> {
  if (outcome.kind === 'failed') throw new Error(outcome.failure);
  return Object.fromEntries(outcome.extracted.checks.map(({ code, ok }) => [code, ok]));
}

function notesOf(outcome: ReadingOutcome): string[] {
  if (outcome.kind === 'failed') throw new Error(outcome.failure);
  return outcome.extracted.checks.map(({ detail }) => detail);
}

/** A page whose content is a stream packed as many times over as it has filters. */
function makePacked(content: Buffer, times: number): Buffer<ArrayBuffer> {
  let packed = content;
  for (let count = 0; count < times; count += 1) packed = deflateSync(packed, { level: 9 });
  const filters = Array.from({ length: times }, () => '/FlateDecode').join(' ');
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Filter [${filters}] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ]);
}

/** With the chunk that says that there are two frames, behind the head. */
function withMovement(png: Buffer): Buffer {
  const head = 8 + 25;
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8);
  chunk.write('acTL', 4, 'latin1');
  chunk.writeUInt32BE(2, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  return Buffer.concat([png.subarray(0, head), chunk, png.subarray(head)]);
}

/** Whatever came of one, the next document is read as if nothing had been. */
async function expectNextRead(): Promise<void> {
  const next = await read(makeInvoice(), { mediaType: XML });
  expect(next).toMatchObject({ kind: 'read', extracted: { kind: 'cfdi' } });
}

describe('a file that was made to do harm', () => {
  let bomb: Buffer<ArrayBuffer>;
  beforeAll(() => {
    bomb = makePacked(Buffer.alloc(1024 ** 3, ' '), 2);
  });

  it('is given up where its streams unpack to a gigabyte', async () => {
    expect(bomb.length).toBeLessThan(100_000);
    const outcome = await read(bomb);
    // Where the bound of memory is reached its process ends; where the streams are left off nothing stands there.
    const fields = outcome.kind === 'read' ? outcome.extracted.fields : [];
    expect(fields).toEqual([]);
    await expectNextRead();
  });

  it('says nothing by what a browser would see in it', async () => {
    const page = '<html><script>fetch("http://127.0.0.1/")</script>RFC: URE180429TM6</html>\n';
    const both = Buffer.concat([
      Buffer.from(`%PDF-1.7\n${page}`),
      makeTextPdf('RFC: EKU9003173C9'),
    ]);
    const outcome = await read(both);
    expect(JSON.stringify(outcome)).not.toContain('URE180429TM6');
    await expectNextRead();
  });

  it('runs no script and submits no form', async () => {
    const script = '<< /S /JavaScript /JS (app.launchURL\\("http://127.0.0.1/"\\)) >>';
    const field = `<< /FT /Tx /T (rfc) /V (EKU9003173C9) /AA << /C ${script} >> >>`;
    const outcome = await read(
      assemblePdf([
        `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AcroForm << /Fields [4 0 R] >> >>`,
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
        field,
      ]),
    );
    expect(notesOf(outcome)).toContain('The PDF holds scripts or forms, which were not run');
    await expectNextRead();
  });

  it('fills no memory by entities of entities', async () => {
    const nested = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`);
    const head = `<!DOCTYPE x [<!ENTITY e0 "lol">${nested.join('')}]>`;
    expect(await read(makeInvoice({ head }), { mediaType: XML })).toMatchObject({
      kind: 'failed',
      failure: 'unreadable_document',
    });
    await expectNextRead();
  });

  it('is refused unopened where its picture has a hundred million dots', async () => {
    const create = { width: 10_000, height: 10_000, channels: 3 as const, background: '#fff' };
    const bytes = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer();
    expect(bytes.length).toBeLessThan(1_000_000);
    const outcome = await read(bytes, { mediaType: 'image/png' });
    expect(notesOf(outcome)).toContain('The picture has too many pixels to be read');
    await expectNextRead();
  });

  it.each([
    ['image/webp', true],
    ['image/gif', true],
  ])('is read by its first picture alone where it moves: %s', async (mediaType) => {
    const frames = await Promise.all(
      ['#fff', '#000'].map(async (background) => {
        const create = { width: 700, height: 700, channels: 3 as const, background };
        return await sharp({ create }).png().toBuffer();
      }),
    );
    const moving = sharp(frames, { join: { animated: true } });
    const bytes = await (mediaType === 'image/gif' ? moving.gif() : moving.webp()).toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const outcome = await read(bytes, { mediaType });
    expect(notesOf(outcome)).toContain('A part of the document could not be read');
  });

  it('is read by its first picture alone where it is a PNG that moves', async () => {
    const create = { width: 700, height: 700, channels: 3 as const, background: '#fff' };
    const still = await sharp({ create }).png().toBuffer();
    const outcome = await read(withMovement(still), { mediaType: 'image/png' });
    expect(notesOf(outcome)).toContain('A part of the document could not be read');
    expect(notesOf(await read(still, { mediaType: 'image/png' }))).not.toContain(
      'A part of the document could not be read',
    );
  });

  it('is read within the bound of memory where its picture has as many dots as one may', async () => {
    const create = { width: 8_000, height: 5_000, channels: 3 as const, background: '#fff' };
    const bytes = await sharp({ create }).jpeg().toBuffer();
    expect(await read(bytes, { mediaType: 'image/jpeg' })).toMatchObject({ kind: 'read' });
  });

  it('leaves nothing behind in the folder for temporary files', () => {
    const mine = readdirSync(tmpdir()).filter((name) => !before.has(name));
    expect(mine.filter((name) => /tess|traineddata|sharp|pdf|canvas|ocr/i.test(name))).toEqual([]);
  });
});

describe('a file of another kind than somebody says', () => {
  it('is of the kind that it is, and the check says so', async () => {
    const outcome = await read(makeInvoice(), { mediaType: XML, claimed: 'passport' });
    expect(outcome).toMatchObject({ extracted: { kind: 'cfdi', needsReview: true } });
    expect(checksOf(outcome)).toMatchObject({ claimed_type: false });
  });

  it('that is of no kind is of the kind that nobody knows', async () => {
    const outcome = await read(makeTextPdf('Lista de compras'), { claimed: 'ine_front' });
    expect(outcome).toMatchObject({ extracted: { kind: 'unknown', fields: [] } });
    expect(checksOf(outcome)).toMatchObject({ claimed_type: null });
  });
});
