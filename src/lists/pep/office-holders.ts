import type { EntryDetails, ListEntry } from '../../domain/lists/list-entry.ts';
import { type ListFile, type Reading, type ReadList, refuseList } from '../reading.ts';
import { readTable, type TableRow } from '../text/read-table.ts';

/** Forms of address before a name: they are no part of it. */
const TITLES = /^(?:(?:DIP|SEN|LIC|ING|DRA?|MTRA?|C|GRAL|ALMTE|HON|H\.E|GEN|COL|PROF)\.\s+)+/i;

type Columns = {
  name: string;
  office: string;
  country: (row: TableRow) => string;
  details: Readonly<Record<string, string>>;
  /** Further columns by which the list is known. */
  also: readonly string[];
};

/** The CIA's world leaders: name, office, country. A person has a row for each office. */
export const readWorldLeaders: ReadList = readOfficeHolders({
  name: 'name',
  office: 'office',
  country: (row) => row.cell('country'),
  details: {},
  also: ['country'],
});

/** Members of the two chambers of Mexico's congress: nombre, cargo, entidad, legislatura. */
export const readCongress: ReadList = readOfficeHolders({
  name: 'nombre',
  office: 'cargo',
  country: () => 'Mexico',
  details: { state: 'entidad', legislature: 'legislatura' },
  also: [],
});

function readOfficeHolders(columns: Columns): ReadList {
  return async function* readFiles(files, reading) {
    for (const file of files) {
      const required = [columns.name, columns.office, ...columns.also];
      for await (const row of readTable(file, required, reading)) {
        yield readHolder({ file, row, columns }, reading);
      }
    }
  };
}

type Place = { file: ListFile; row: TableRow; columns: Columns };

function readHolder({ file, row, columns }: Place, reading: Reading): ListEntry {
  reading.countRow();
  const name = row.cell(columns.name).replace(/\s+/g, ' ').replace(TITLES, '');
  const office = row.cell(columns.office);
  const place = { file: file.name, line: row.line };
  if (name === '') throw refuseList(place, 'it has no name');
  const country = columns.country(row);
  if (country === '') reading.warn({ ...place, code: 'without_country' });
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
