import type { EntryDetails, ListEntry } from '../../domain/lists/list-entry.ts';
import {
  createListError,
  type ListFile,
  type ListReader,
  type ReadReport,
} from '../list-reader.ts';
import { readTable, type TableRow } from '../text/read-table.ts';

/** Titles before a name, which are not part of it. */
const TITLES = /^(?:(?:DIP|SEN|LIC|ING|DRA?|MTRA?|C|GRAL|ALMTE|HON|H\.E|GEN|COL|PROF)\.\s+)+/i;

type Columns = {
  name: string;
  office: string;
  country: (row: TableRow) => string;
  details: Readonly<Record<string, string>>;
  /** Further required columns, which identify the list. */
  alsoRequired: readonly string[];
};

/** Reader of the CIA's world leaders: name, office, country. A person has one row for each office. */
export const readWorldLeaders: ListReader = readOfficeHolders({
  name: 'name',
  office: 'office',
  country: (row) => row.cell('country'),
  details: {},
  alsoRequired: ['country'],
});

/** Reader of the members of both chambers of Mexico's congress: nombre, cargo, entidad, legislatura. */
export const readCongress: ListReader = readOfficeHolders({
  name: 'nombre',
  office: 'cargo',
  country: () => 'Mexico',
  details: { state: 'entidad', legislature: 'legislatura' },
  alsoRequired: [],
});

function readOfficeHolders(columns: Columns): ListReader {
  return async function* readFiles(files, report) {
    for (const file of files) {
      const required = [columns.name, columns.office, ...columns.alsoRequired];
      for await (const row of readTable(file, required, report)) {
        yield readHolder({ file, row, columns }, report);
      }
    }
  };
}

type RowContext = { file: ListFile; row: TableRow; columns: Columns };

function readHolder({ file, row, columns }: RowContext, report: ReadReport): ListEntry {
  report.countRow();
  const name = row.cell(columns.name).replace(/\s+/g, ' ').replace(TITLES, '');
  const office = row.cell(columns.office);
  const location = { file: file.name, line: row.line };
  if (name === '') throw createListError(location, 'it has no name');
  const country = columns.country(row);
  if (country === '') report.warn({ ...location, code: 'without_country' });
  const details: EntryDetails = Object.fromEntries(
    Object.entries(columns.details)
      .map(([detail, column]): [string, string] => [detail, row.cell(column)])
      .filter(([, cell]) => cell !== ''),
  );
  return {
    key: [name, office, country].join(' | '),
    partyType: 'natural',
    names: [{ name, kind: 'primary' }],
    identifiers: [],
    status: null,
    programs: [],
    birthDates: [],
    countries: country === '' ? [] : [country],
    details: { office, ...details },
  };
}
