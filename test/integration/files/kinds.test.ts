import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { makeArchive, type ArchivePart as Part } from '../../support/data/archive.ts';
import { makePdf, makePng } from '../../support/data/files.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';

const files = nameFileFolder();
let vault: FileVault;
beforeAll(async () => {
  const options = loadConfig(files.env).files;
  vault = await createFileVault({ options, onFault: () => undefined });
});
afterAll(files.remove);

async function* toBytes(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000)
    yield await Promise.resolve(bytes.subarray(at, at + 1000));
}

/** What the file is taken for, or why it is not taken. */
async function take(bytes: Buffer, fileName: string, mediaType = ''): Promise<string> {
  try {
    const intake = await vault.receive({ serviceId: 1, mediaType, fileName }, toBytes(bytes));
    await intake.discard();
    return intake.mediaType;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

const REFUSED = 'The input is invalid.';
const XML = '<?xml version="1.0"?>';
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const TIFF = Buffer.from('49492a0008000000000000000000', 'hex');
const WEBP = Buffer.from('524946461a000000574542505650384c', 'hex');

describe('a file', () => {
  it.each<[string, Buffer, string]>([
    ['application/pdf', makePdf(), 'a.pdf'],
    ['image/png', makePng(), 'a.png'],
    ['image/jpeg', JPEG, 'a.jpg'],
    ['image/tiff', TIFF, 'a.tif'],
    ['image/webp', WEBP, 'a.webp'],
    ['application/xml', Buffer.from(`${XML}<cfdi:Comprobante/>`), 'a.xml'],
    ['application/xml', Buffer.from(`\ufeff${XML}<a>ñ</a>`), 'a.xml'],
    ['text/csv', Buffer.from('nombre,rfc\nñandú,x\n'), 'a.csv'],
  ])('of the type %s is known by its bytes', async (mediaType, bytes, name) => {
    expect(await take(bytes, name)).toBe(mediaType);
    expect(await take(bytes, 'a', mediaType)).toBe(mediaType);
  });

  it.each<[string, string, BufferEncoding]>([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf8'],
    ['a drawing in letters of two bytes', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'],
    ['a page behind a prefix', '<h:html xmlns:h="http://www.w3.org/1999/xhtml"/>', 'utf8'],
    ['a text that grows', '<!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;</a>', 'utf8'],
    ['a text that fetches', '<!DOCTYPE a SYSTEM "http://example.test/a.dtd"><a/>', 'utf8'],
  ])('of XML is refused where it is %s', async (_what, xml, encoding) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : '';
    expect(await take(Buffer.from(`${mark}${XML}${xml}`, encoding), 'a.xml')).toBe(REFUSED);
  });
});

const text = (length: number) => Buffer.alloc(length, 'abc');
const TYPES: Part = { name: '[Content_Types].xml', content: text(200) };
const BOOK: Part = { name: 'xl/workbook.xml', content: text(300) };
const SHEET: Part = { name: 'xl/worksheets/sheet1.xml', content: text(20_000) };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('a workbook', () => {
  it('is taken where its parts are what its list says', async () => {
    expect(await take(makeArchive([TYPES, BOOK, SHEET]), 'a.xlsx')).toBe(XLSX);
    const stored: Part = { ...SHEET, method: 0 };
    expect(await take(makeArchive([BOOK, stored, TYPES]), 'a', XLSX)).toBe(XLSX);
  });

  it.each<[string, readonly Part[], ((end: Buffer) => void)?]>([
    ['is an archive of other things', [{ ...BOOK, name: 'word/document.xml' }, TYPES]],
    ['unpacks to more than its list says', [TYPES, BOOK, { ...SHEET, statedSize: 1000 }]],
    ['unpacks to less than its list says', [TYPES, BOOK, { ...SHEET, statedSize: 20_001 }]],
    ['unpacks to a hundredfold and more', [TYPES, BOOK, { ...SHEET, content: text(2_000_000) }]],
    [
      'names a part otherwise in the list',
      [TYPES, BOOK, { ...SHEET, localName: 'xl/worksheets/sheet2.xml' }],
    ],
    ['has a part twice', [TYPES, BOOK, BOOK]],
    ['lists fewer parts than it has', [TYPES, BOOK, SHEET], (end) => end.writeUInt16LE(2, 10)],
    ['lists more parts than it has', [TYPES, BOOK, SHEET], (end) => end.writeUInt16LE(4, 10)],
    ['has its list elsewhere', [TYPES, BOOK, SHEET], (end) => end.writeUInt32LE(7, 16)],
    ['ends before its end', [TYPES, BOOK, SHEET], (end) => end.writeUInt16LE(9, 20)],
  ])('is refused where it %s', async (_what, parts, change) => {
    expect(await take(makeArchive(parts, change), 'a.xlsx')).toBe(REFUSED);
  });

  it('is refused where parts share their bytes, as those of bombs do', async () => {
    const bytes = makeArchive([TYPES, BOOK, SHEET, { ...SHEET, name: 'xl/worksheets/sheet2.xml' }]);
    const first = bytes.indexOf(SHEET.name);
    const listed = bytes.lastIndexOf('xl/worksheets/sheet2.xml') - 46;
    bytes.writeUInt32LE(first - 30, listed + 42);
    expect(await take(bytes, 'a.xlsx')).toBe(REFUSED);
  });

  it('is refused whose part is no deflated bytes, and nothing of it is kept', async () => {
    const bytes = makeArchive([TYPES, BOOK, SHEET]);
    bytes.fill(
      0xff,
      bytes.indexOf(SHEET.name) + SHEET.name.length,
      bytes.indexOf('504b0102', 0, 'hex'),
    );
    expect(await take(bytes, 'a.xlsx')).toBe(REFUSED);
  });
});
