import { type ArchivePart, makeArchive } from './archive.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Creates a workbook with one sheet of texts. */
export function makeWorkbook(rows: readonly (readonly string[])[]): Buffer {
  return makeArchive(workbookParts(writeRows(rows)));
}

export function writeRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells, row) => {
      const inside = cells
        .map((text, column) => cell(`${String.fromCodePoint(65 + column)}${row + 1}`, text))
        .join('');
      return `<row r="${row + 1}">${inside}</row>`;
    })
    .join('');
}

/** Returns the parts of a workbook whose only sheet has this content. */
export function workbookParts(sheet: string): ArchivePart[] {
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(HEAD + text) }));
}

function relations(type: string, target: string): string {
  return `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

/** Returns the XML of a text cell: `cell('B2', 'UNO')`. */
export function cell(place: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${escaped}</t></is></c>`;
}
