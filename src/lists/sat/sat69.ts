import type { EntryDetails, ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import type { Sat69ListCode } from '../../domain/lists/list-source.ts';
import { type ListFile, type Reading, type ReadList, refuseList } from '../reading.ts';
import { type Row, readRows, requireColumns } from '../text/read-rows.ts';
import { readDates } from '../text/spanish-dates.ts';
import { cellOf, findColumn, foldHeader } from './columns.ts';
import { identifiersOf, readPublishedRfc } from './rfc-of.ts';
import { refuseSupposition } from './supposition.ts';

/** Which entry of the row's details each further column feeds, by how its folded header begins. */
const DETAILS = [
  { header: 'ENTIDAD FEDERATIVA', detail: 'state' },
  { header: 'MONTO', detail: 'amount' },
  { header: 'FECHA DE CANCELACION', detail: 'cancelledOn' },
  { header: 'FECHA DE PRIMERA PUBLICACION', detail: 'publishedOn' },
  { header: 'FECHAS DE PRIMERA PUBLICACION', detail: 'publishedOn' },
  { header: 'FECHA DE PUBLICACION', detail: 'publishedOn' },
  { header: 'EJERCICIO', detail: 'fiscalYear' },
  { header: 'PERIODO', detail: 'period' },
] as const;

const PARTIES: Record<string, PartyType> = { M: 'legal', F: 'natural' };

type Layout = {
  count: number;
  rfc: number;
  name: number;
  party: number | undefined;
  supposition: number | undefined;
  details: readonly { column: number; detail: string }[];
  /** Columns that the reader does not know, kept by their own headers. */
  others: readonly { column: number; detail: string }[];
};

/**
 * Returns the reader of one of the SAT's lists of article 69 of the Código Fiscal de la Federación, one file each, which differ in their
 * columns; the headers were published in several spellings. They state no day, and which list they are by their SUPUESTO only. Each row
 * is an entry, because a taxpayer may stand in a list with several credits or periods.
 */
export function readSat69(code: Sat69ListCode): ReadList {
  return async function* readFiles(files, reading) {
    for (const file of files) {
      let layout: Layout | undefined;
      for await (const row of readRows(file, reading)) {
        if (layout === undefined) {
          layout = findLayout(file, row, reading);
        } else {
          requireColumns(file, row, layout.count);
          yield* readTaxpayer({ code, file, row, layout }, reading);
        }
      }
    }
  };
}

function findLayout(file: ListFile, row: Row, reading: Reading): Layout {
  const headers = row.cells.map(foldHeader);
  const rfc = headers.indexOf('RFC');
  const name = findColumn(headers, 'RAZON SOCIAL') ?? findColumn(headers, 'NOMBRE');
  if (rfc === -1 || name === undefined) {
    throw refuseList(
      { file: file.name, line: row.line },
      'no header with RFC and RAZON SOCIAL was found',
    );
  }
  const party = findColumn(headers, 'TIPO PERSONA');
  const supposition = findColumn(headers, 'SUPUESTO');
  if (supposition === undefined)
    reading.warn({ file: file.name, line: row.line, code: 'without_supposition' });
  const details = DETAILS.flatMap(({ header, detail }) => {
    const column = findColumn(headers, header);
    return column === undefined ? [] : [{ column, detail }];
  });
  const known = new Set([rfc, name, party, supposition, ...details.map(({ column }) => column)]);
  const others = headers.flatMap((header, column) =>
    known.has(column) || header === '' ? [] : [{ column, detail: header }],
  );
  return { count: headers.length, rfc, name, party, supposition, details, others };
}

type Place = { code: Sat69ListCode; file: ListFile; row: Row; layout: Layout };

function* readTaxpayer({ code, file, row, layout }: Place, reading: Reading): Generator<ListEntry> {
  const place = { file: file.name, line: row.line };
  const supposition = cellOf(row, layout.supposition);
  reading.countRow(supposition === '' ? undefined : supposition);
  if (row.cells.every((cell) => cell === '')) return;
  requireSupposition({ code, ...place }, supposition);
  const published = readPublishedRfc(cellOf(row, layout.rfc));
  const name = cellOf(row, layout.name).replace(/\s+/g, ' ');
  if (published === null) {
    reading.rowsSuppressed += 1;
    return;
  }
  if (name === '') throw refuseList(place, 'it has no name');
  if (published.oddity !== null) reading.warn({ ...place, code: published.oddity });
  // A letter that the code page lacks comes as a control character: the name is kept as well as it can be read.
  if (/\p{Cc}/u.test(name)) reading.warn({ ...place, code: 'unreadable_letter' });
  yield {
    key: published.rfc ?? name,
    partyType: PARTIES[cellOf(row, layout.party)] ?? published.partyType,
    names: [{ name, kind: 'primary' }],
    identifiers: identifiersOf(published),
    status: supposition === '' ? null : supposition,
    programs: [],
    birthDates: [],
    countries: [],
    details: readDetails(row, layout),
  };
}

function requireSupposition(
  { code, ...place }: { code: Sat69ListCode; file: string; line: number },
  supposition: string,
): void {
  const reason = supposition === '' ? null : refuseSupposition(code, supposition);
  if (reason !== null) throw refuseList(place, reason);
}

function readDetails(row: Row, { details, others }: Layout): EntryDetails {
  const found = [...details, ...others].map(({ column, detail }): [string, string] => {
    const cell = cellOf(row, column);
    const isDay = detail.endsWith('On');
    return [detail, isDay ? (readDates(cell)[0] ?? cell) : cell];
  });
  return Object.fromEntries(found.filter(([, cell]) => cell !== ''));
}
