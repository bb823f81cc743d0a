import type { EntryDetails, ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import type { Sat69ListCode } from '../../domain/lists/list-source.ts';
import {
  createListError,
  type ListFile,
  type ListReader,
  type ReadReport,
} from '../list-reader.ts';
import { type Row, readRows, requireColumnCount } from '../text/read-rows.ts';
import { parseDates } from '../text/spanish-dates.ts';
import { findColumn, foldHeader, getCell } from './columns.ts';
import { parsePublishedRfc, toIdentifiers } from './published-rfc.ts';
import { describeMismatch } from './supposition.ts';

/** Detail of the entry for each further column, by the start of its normalized header. */
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

const PARTY_TYPES: Record<string, PartyType> = { M: 'legal', F: 'natural' };

type Layout = {
  columnCount: number;
  rfc: number;
  name: number;
  party: number | undefined;
  supposition: number | undefined;
  details: readonly { column: number; detail: string }[];
  /** Columns without an entry in DETAILS, stored under their own headers. */
  otherColumns: readonly { column: number; detail: string }[];
};

/**
 * Returns the reader of one of the SAT's lists of article 69 of the Código Fiscal de la Federación, one file each.
 * Columns differ between lists, and headers were published in several spellings. Files state no date, and only their
 * SUPUESTO identifies the list. Each row is an entry, because a taxpayer may have several credits or periods.
 */
export function readSat69(code: Sat69ListCode): ListReader {
  return async function* readFiles(files, report) {
    for (const file of files) {
      let layout: Layout | undefined;
      for await (const row of readRows(file, report)) {
        if (layout === undefined) {
          layout = findLayout(file, row, report);
        } else {
          requireColumnCount(file, row, layout.columnCount);
          yield* readTaxpayer({ code, file, row, layout }, report);
        }
      }
    }
  };
}

function findLayout(file: ListFile, row: Row, report: ReadReport): Layout {
  const headers = row.cells.map(foldHeader);
  const rfc = headers.indexOf('RFC');
  const name = findColumn(headers, 'RAZON SOCIAL') ?? findColumn(headers, 'NOMBRE');
  if (rfc === -1 || name === undefined) {
    throw createListError(
      { file: file.name, line: row.line },
      'no header with RFC and RAZON SOCIAL was found',
    );
  }
  const party = findColumn(headers, 'TIPO PERSONA');
  const supposition = findColumn(headers, 'SUPUESTO');
  if (supposition === undefined)
    report.warn({ file: file.name, line: row.line, code: 'without_supposition' });
  const details = DETAILS.flatMap(({ header, detail }) => {
    const column = findColumn(headers, header);
    return column === undefined ? [] : [{ column, detail }];
  });
  const knownColumns = new Set([
    rfc,
    name,
    party,
    supposition,
    ...details.map(({ column }) => column),
  ]);
  const otherColumns = headers.flatMap((header, column) =>
    knownColumns.has(column) || header === '' ? [] : [{ column, detail: header }],
  );
  return { columnCount: headers.length, rfc, name, party, supposition, details, otherColumns };
}

type RowContext = { code: Sat69ListCode; file: ListFile; row: Row; layout: Layout };

function* readTaxpayer(
  { code, file, row, layout }: RowContext,
  report: ReadReport,
): Generator<ListEntry> {
  const location = { file: file.name, line: row.line };
  const supposition = getCell(row, layout.supposition);
  report.countRow(supposition === '' ? undefined : supposition);
  if (row.cells.every((cell) => cell === '')) return;
  requireSupposition({ code, ...location }, supposition);
  const publishedRfc = parsePublishedRfc(getCell(row, layout.rfc));
  const name = getCell(row, layout.name).replace(/\s+/g, ' ');
  if (publishedRfc === null) {
    report.rowsSuppressed += 1;
    return;
  }
  if (name === '') throw createListError(location, 'it has no name');
  if (publishedRfc.warningCode !== null)
    report.warn({ ...location, code: publishedRfc.warningCode });
  // Characters that the code page lacks were decoded to control characters.
  if (/\p{Cc}/u.test(name)) report.warn({ ...location, code: 'unreadable_letter' });
  yield {
    key: publishedRfc.rfc ?? name,
    partyType: PARTY_TYPES[getCell(row, layout.party)] ?? publishedRfc.partyType,
    names: [{ name, kind: 'primary' }],
    identifiers: toIdentifiers(publishedRfc),
    status: supposition === '' ? null : supposition,
    programs: [],
    birthDates: [],
    countries: [],
    details: readDetails(row, layout),
  };
}

function requireSupposition(
  { code, ...location }: { code: Sat69ListCode; file: string; line: number },
  supposition: string,
): void {
  const reason = supposition === '' ? null : describeMismatch(code, supposition);
  if (reason !== null) throw createListError(location, reason);
}

function readDetails(row: Row, { details, otherColumns }: Layout): EntryDetails {
  const values = [...details, ...otherColumns].map(({ column, detail }): [string, string] => {
    const cell = getCell(row, column);
    // Names of details with a date end with On.
    const isDate = detail.endsWith('On');
    return [detail, isDate ? (parseDates(cell)[0] ?? cell) : cell];
  });
  return Object.fromEntries(values.filter(([, cell]) => cell !== ''));
}
