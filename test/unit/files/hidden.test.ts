import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { AppError } from '../../../src/errors.ts';
import { type ArchivePart, makeArchive } from '../../support/data/archive.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';

const files = nameFileFolder();
let vault: FileVault;
beforeAll(async () => {
  const options = loadConfig(files.env).files;
  vault = await createFileVault({ options, onFault: () => undefined });
});
afterAll(files.remove);

async function* inChunks(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length)
    yield await Promise.resolve(bytes.subarray(at, at + length));
}

async function isTaken(bytes: Buffer, fileName: string, length = 65_536): Promise<boolean> {
  try {
    const intake = await vault.receive(
      { serviceId: 1, mediaType: '', fileName },
      inChunks(bytes, length),
    );
    await intake.discard();
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    return false;
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const FAR = ' '.repeat(70_000);

describe('XML', () => {
  it.each([
    ['a document type', '<!DOCTYPE a SYSTEM "http://example.test/a.dtd"><a/>'],
    ['an entity', '<!ENTITY b "bbb">'],
    ['a script', '<a><script>x</script></a>'],
    ['a script behind a prefix', '<h:script xmlns:h="urn:x"/>'],
    ['a script behind a prefix of other letters', '<ñandú:SCRIPT/>'],
    ['a drawing', '<b:svg/>'],
    ['a page', '<a xmlns:h="http://www.w3.org/1999/xhtml"><h:img src="x"/></a>'],
    ['a page whose name is hidden', '<a xmlns:h="http://www.w3.org/1999/xht&#109;l"/>'],
    ['a style sheet', '<?xml-stylesheet href="a.xsl"?><a/>'],
    ['a name too long to be seen whole', `<${'a'.repeat(3000)}:script/>`],
    ['a sign that is no text', '<a>\u0001</a>'],
    ['< as UTF-7 writes it', '<a>+ADw-script+AD4-</a>'],
  ])('is refused for %s, however far from its beginning', async (_what, hidden) => {
    for (const before of ['', '\n'.repeat(4000), FAR])
      expect(await isTaken(Buffer.from(`${XML}${before}${hidden}${before}`), 'a.xml')).toBe(false);
  });

  it('is refused wherever its chunks part', async () => {
    const bytes = Buffer.from(`${XML}<a>${' '.repeat(4200)}<!DOCTYPE a></a>`);
    for (let length = 1; length <= 20; length += 1)
      expect(await isTaken(bytes, 'a.xml', length)).toBe(false);
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${XML}<a/>`, 'utf16le')],
    ['UTF-16, says UTF-8', Buffer.concat([Buffer.from(XML), Buffer.from(`${FAR}<a/>`, 'utf16le')])],
    ['UTF-7', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a/>')],
    ['EBCDIC by name', Buffer.from("<?xml version='1.0' encoding='IBM037'?><a/>")],
    ['EBCDIC', Buffer.from('4c6fa79493', 'hex')],
    ['no UTF-8 as it says', Buffer.from(`${XML}${FAR}<a>ñ</a>`, 'latin1')],
    ['UTF-8 of too many bytes', Buffer.concat([Buffer.from(XML), Buffer.from('c0bc', 'hex')])],
  ])('is refused in another encoding: %s', async (_what, bytes) => {
    expect(await isTaken(bytes, 'a.xml')).toBe(false);
  });

  it('is taken with names, long values and accents of its own', async () => {
    const value = 'MIIF'.repeat(5000);
    const cfdi = `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Certificado="${value}">${FAR}<soap:Body/><description>ñ < 3 &lt;script></description></cfdi:Comprobante>`;
    expect(await isTaken(Buffer.from(`${XML}${cfdi}`), 'a.xml', 1001)).toBe(true);
    const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><a>ñ</a>';
    expect(await isTaken(Buffer.from(latin, 'latin1'), 'a.xml')).toBe(true);
  });
});

describe('CSV', () => {
  it.each([
    ['a page', '<html><body>x'],
    ['a document type', '<!doctype html>'],
    ['a script', '"<script>alert(1)</script>"'],
    ['a picture', '<img src=x onerror=alert(1)>'],
    ['a handler', '<b class=a onmouseover = "x()">'],
    ['a frame', '<IFRAME src="//example.test">'],
    ['UTF-7', '+ADw-script+AD4-'],
    ['other letters behind an escape', '\u001b$B'],
  ])('is refused for %s, however far from its beginning', async (_what, hidden) => {
    for (const before of ['', 'a,b\n'.repeat(1000), 'a,b\n'.repeat(40_000)])
      expect(await isTaken(Buffer.from(`${before}${hidden}\n`), 'a.csv')).toBe(false);
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffa,b\n', 'utf16le')],
    ['UTF-32', Buffer.from('fffe00006100000062000000', 'hex')],
    ['UTF-7', Buffer.from('+/v8-a,b\n')],
    ['EBCDIC', Buffer.from('818283846bc1c2c3f1f2f3', 'hex')],
  ])('is refused in another encoding: %s', async (_what, bytes) => {
    expect(await isTaken(bytes, 'a.csv')).toBe(false);
  });

  it('is taken as spreadsheets write it, with signs of comparison', async () => {
    const rows = 'nombre,monto\nñandú,<5\n"a < b, c>d",+52 55\n'.repeat(3000);
    expect(await isTaken(Buffer.from(`\ufeff${rows}`), 'a.csv', 7)).toBe(true);
    expect(await isTaken(Buffer.from(rows, 'latin1'), 'a.csv')).toBe(true);
  });
});

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const part = (name: string, content: string | Buffer): ArchivePart => ({
  name,
  content: Buffer.from(content),
});
const types = (more = ''): ArchivePart =>
  part(
    '[Content_Types].xml',
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml"
  ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${more}</Types>`,
  );
const BOOK = part('xl/workbook.xml', '<workbook><sheets/></workbook>');
const way = (type: string, rest: string): string =>
  `${XML}<Relationships><Relationship Id="rId1" Type="${OFFICE}/${type}" ${rest}/></Relationships>`;
const RELS = 'xl/worksheets/_rels/sheet1.xml.rels';

describe('a workbook', () => {
  it('is taken with links, comments, pictures and what a printer is told', async () => {
    const parts = [
      types(
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
      ),
      BOOK,
      part(
        RELS,
        way('hyperlink', 'Target="https://example.test/?a=1&amp;b=2" TargetMode="External"'),
      ),
      part(
        'xl/drawings/vmlDrawing1.vml',
        '<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape/></xml>',
      ),
      part('xl/printerSettings/printerSettings1.bin', Buffer.alloc(100, 'P\0')),
      part('xl/media/image1.png', Buffer.from('89504e470d0a1a0a', 'hex')),
    ];
    expect(await isTaken(makeArchive(parts), 'a.xlsx')).toBe(true);
    const stored = parts.map((one) => ({ ...one, method: 0 as const }));
    expect(await isTaken(makeArchive(stored), 'a.xlsx')).toBe(true);
  });

  // As a widespread library writes into each workbook.
  const MACRO_BIN =
    '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>';

  it('is taken with a type of macros that no part is of', async () => {
    expect(await isTaken(makeArchive([types(MACRO_BIN), BOOK]), 'a.xlsx')).toBe(true);
  });

  const MACROS = Buffer.from('d0cf11e0a1b11ae1aa', 'hex');
  it.each<[string, ArchivePart[]]>([
    ['macros', [types(), BOOK, part('xl/vbaProject.bin', MACROS)]],
    ['macros under another name', [types(), BOOK, part('xl/media/image1.png', MACROS)]],
    [
      'parts with macros',
      [
        types(
          '<Override PartName="/a" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>',
        ),
        BOOK,
      ],
    ],
    ['an extension of macros that a part has', [types(MACRO_BIN), BOOK, part('xl/a.BIN', 'a')]],
    ['one that a part may have', [types(MACRO_BIN), BOOK, part('xl/a.b%69n', 'a')]],
    ['a way to macros', [types(), BOOK, part(RELS, way('vbaProject', 'Target="a.bin"'))]],
    ['a sheet of macros', [types(), BOOK, part(RELS, way('xlMacrosheet', 'Target="a.xml"'))]],
    ['another file inside', [types(), BOOK, part('xl/embeddings/a.bin', 'PK\u0003\u0004aaaa')]],
    ['an object inside', [types(), BOOK, part(RELS, way('oleObject', 'Target="a.bin"'))]],
    ['a link to another book', [types(), BOOK, part(RELS, way('externalLink', 'Target="a.xml"'))]],
    [
      'a picture from elsewhere',
      [
        types(),
        BOOK,
        part(RELS, way('image', 'Target="http://example.test/a" TargetMode="External"')),
      ],
    ],
    ['a hidden type', [types(), BOOK, part(RELS, way('&#118;baProject', 'Target="a"'))]],
    ['a document type', [types(), part('xl/workbook.xml', `${FAR}<!DOCTYPE a><workbook/>`)]],
    [
      'parts of other letters',
      [types(), part('xl/workbook.xml', Buffer.from(`\ufeff${XML}<a/>`, 'utf16le'))],
    ],
    ['a part twice but for its capitals', [types(), BOOK, part('XL/Workbook.xml', '<a/>')]],
  ])('is refused for %s', async (_what, parts) => {
    expect(await isTaken(makeArchive(parts), 'a.xlsx')).toBe(false);
    const stored = parts.map((one) => ({ ...one, method: 0 as const }));
    expect(await isTaken(makeArchive(stored), 'a.xlsx')).toBe(false);
  });
});
