import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../../src/domain/extraction/document-content.ts';
import { interpretDocument } from '../../../src/domain/extraction/interpret-document.ts';
import { getOcrEngine } from '../../../src/extraction/pictures/ocr-engine.ts';
import { readImage } from '../../../src/extraction/pictures/read-image.ts';
import { readDocument } from '../../../src/extraction/read-document.ts';
import { makeScannedPdf, readSpecimen } from '../../support/data/scanned-pdf.ts';

const TODAY = '2026-11-22';

async function read(bytes: Uint8Array, mediaType = 'image/jpeg'): Promise<DocumentContent> {
  return await readDocument({ bytes, mediaType });
}

function valuesOf(document: DocumentContent): Record<string, string> {
  const { fields } = interpretDocument(document, null, TODAY);
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

afterAll(async () => await getOcrEngine().close());

describe('a picture of a document', () => {
  it('gives the lines for machines and the codes of the back of a card', async () => {
    const document = await read(readSpecimen('ine-back'));
    expect(document.mrz?.lines).toEqual([
      'IDMEX3466340107<<4342360486553',
      '9005123M3312315MEX<02<<12345<8',
      'SALGADO<GONZALEZ<<LUCIA<<<<<<<',
    ]);
    expect(document.codes).toContainEqual(
      expect.objectContaining({
        format: 'qr',
        text: 'http://qr.ine.mx/4342360486553592071040840/346634010',
      }),
    );
    expect(document.codes).toContainEqual(
      expect.objectContaining({ format: 'code128', text: '4342360486553' }),
    );
    // An M may be a man's or a woman's.
    expect(valuesOf(document)).not.toHaveProperty('sex');
  });

  it('is read upside down and aslant, with places on the picture as it came', async () => {
    const document = await read(readSpecimen('ine-front-upside-down'));
    expect(valuesOf(document)).toMatchObject({
      paternalSurname: 'DE LA CRUZ',
      maternalSurname: 'ÁVILA',
      givenNames: 'MARTÍN',
      curp: 'CUAM600808HYNRVR02',
      electorKey: 'DLAVMR60080813H268',
      section: '1948',
      validYears: '2025-2035',
    });
    // The heading of the card is at the foot of a picture that stands on its head.
    const heading = document.pages[0]?.words.find(({ text }) => text === 'INSTITUTO');
    expect(heading?.box?.top).toBeGreaterThan(0.8);
  });

  it('is drawn from a page of a PDF that has no text', async () => {
    const jpeg = readSpecimen('ine-back');
    const { width, height } = await sharp(jpeg).metadata();
    const document = await read(makeScannedPdf({ jpeg, width, height }), 'application/pdf');
    expect(document.pages[0]?.source).toBe('ocr');
    expect(document.mrz?.lines[2]).toBe('SALGADO<GONZALEZ<<LUCIA<<<<<<<');
    expect(document.notes).not.toContain('no_text');
  });
});

describe('a picture that is not what it should be', () => {
  it('is refused unopened where it would unpack to a bomb', async () => {
    const document = await readImage(
      { bytes: pngHead(20_000, 20_000), mediaType: 'image/png' },
      getOcrEngine(),
    );
    expect(document).toMatchObject({ pages: [], notes: ['picture_too_large'] });
  });

  it('is unreadable where it is cut off', async () => {
    const whole = readSpecimen('ine-back');
    await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow('Not a readable image');
  });

  it('is unreadable where it is a drawing program or nothing at all', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>');
    await expect(read(svg, 'image/png')).rejects.toThrow('Not a readable image');
    await expect(read(Buffer.from('no picture'), 'image/png')).rejects.toThrow(
      'Not a readable image',
    );
  });

  it('is told to be too small or blurred, and is not guessed at', async () => {
    const small = await sharp(readSpecimen('ine-front-upside-down'))
      .resize({ width: 500 })
      .toBuffer();
    expect(await read(small)).toMatchObject({ notes: ['picture_too_small'] });
    const blurred = await sharp(readSpecimen('ine-front-upside-down')).blur(14).jpeg().toBuffer();
    expect(await read(blurred)).toMatchObject({ notes: ['picture_blurred'] });
  });

  it('is read by its first frame alone where it moves', async () => {
    const frame = await sharp({
      create: { width: 700, height: 700, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    const other = await sharp(frame).negate().toBuffer();
    const moving = await sharp([frame, other], { join: { animated: true } })
      .gif()
      .toBuffer();
    const document = await read(moving, 'image/gif');
    expect(document.pageCount).toBe(1);
    expect(document.notes).toContain('partly_unreadable');
  });
});

/** The head of a PNG of that size with next to nothing in it. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.set([8, 0, 0, 0, 0], 24);
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  return Buffer.concat([head, Buffer.from([0, 0, 0, 0]), Buffer.from('IDAT')]);
}
