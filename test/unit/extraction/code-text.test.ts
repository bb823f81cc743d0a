import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { decodeBarcodeText } from '../../../src/extraction/pictures/codes/decode-barcode-text.ts';
import { readBarcodesOfPage } from '../../../src/extraction/pictures/codes/read-barcodes.ts';

const SCALE = 6;
const MARGIN = 4;

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

/** Draws a square code, and says what is read of it. */
async function readDrawn(content: string | Uint8Array): Promise<string[]> {
  const { symbol } = await writeBarcode(content, { format: 'QRCode' });
  const side = (symbol.width + 2 * MARGIN) * SCALE;
  const data = Buffer.alloc(side * side, 255);
  for (let y = 0; y < symbol.height * SCALE; y += 1)
    for (let x = 0; x < symbol.width * SCALE; x += 1) {
      const dot = Math.floor(y / SCALE) * symbol.width + Math.floor(x / SCALE);
      const at = (y + MARGIN * SCALE) * side + x + MARGIN * SCALE;
      if (symbol.data[dot] === 0) data[at] = 0;
    }
  const codes = await readBarcodesOfPage({ data, width: side, height: side }, 1);
  return codes.map(({ text }) => text);
}

describe('what stands in a code', () => {
  // Two accents in a row are letters of Japanese in one byte each where somebody guesses.
  it.each([
    'GAIM800101MDFRXR09||IBÁÑEZ|GARCÍA|MARÍA|MUJER|01/01/1980|CIUDAD DE MÉXICO|',
    'XEXX010101HNEXXXA4||ZÚÑIGA|ORDÓÑEZ|JOSÉ|HOMBRE|01/01/2001|NUEVO LEÓN|',
    'YÁÑEZ',
    'MUÑOZ',
    'https://siat.sat.gob.mx/app/qr/faces/pages/mobile/validadorqr.jsf?D1=10&D2=1&D3=1_A',
  ])('is %s, in the signs of Western Europe as in UTF-8', async (text) => {
    expect(await readDrawn(text)).toEqual([text]);
    expect(await readDrawn(Uint8Array.from(Buffer.from(text, 'utf8')))).toEqual([text]);
    expect(await readDrawn(Uint8Array.from(Buffer.from(text, 'latin1')))).toEqual([text]);
  });

  it('is in the signs that the code itself names', async () => {
    expect(await readDrawn('PAGO €20 点')).toEqual(['PAGO €20 点']);
  });

  it('is in UTF-8 where it does not name its signs and may be', () => {
    const bytes = Uint8Array.from(Buffer.from('YÁÑEZ', 'utf8'));
    const found = { text: '', bytes, hasECI: false, contentType: 'Text' } as const;
    expect(decodeBarcodeText(found)).toBe('YÁÑEZ');
  });

  it('has no sign that only machines read, and its lines', () => {
    const bytes = Uint8Array.from(Buffer.from('YÁÑEZ\0\u001dLÓPEZ\r\nANA', 'latin1'));
    const found = { text: '', bytes, hasECI: false, contentType: 'Text' } as const;
    expect(decodeBarcodeText(found)).toBe('YÁÑEZ  LÓPEZ\r\nANA');
  });
});
