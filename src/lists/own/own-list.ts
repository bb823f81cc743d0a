import type { ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { isSharedRfc } from '../../domain/tax/rfc.ts';
import {
  createListError,
  type ListFile,
  type ListReader,
  type ReadReport,
} from '../list-reader.ts';
import { readTable, type TableRow } from '../text/read-table.ts';
import { splitValues } from '../text/split-values.ts';
import {
  type OwnValue,
  parseBirthDate,
  parseListedCurp,
  parseListedPassport,
  parseListedRfc,
} from './own-values.ts';

/** Columns of a service's own list. Only `name` is required. */
export const OWN_COLUMNS = [
  'name',
  'alias',
  'key',
  'type',
  'rfc',
  'curp',
  'passport',
  'birth_date',
  'country',
  'status',
  'program',
  'note',
] as const;
export type OwnColumn = (typeof OWN_COLUMNS)[number];

/** Names of the columns in the file. A column of the same name needs no mapping. */
export type ColumnMapping = Partial<Record<OwnColumn, string>>;

const TYPES: Record<string, PartyType> = {
  FIS: 'natural',
  F: 'natural',
  NATURAL: 'natural',
  MOR: 'legal',
  M: 'legal',
  LEGAL: 'legal',
  '': 'unknown',
};

const IDENTIFIERS = [
  ['rfc', parseListedRfc],
  ['curp', parseListedCurp],
  ['passport', parseListedPassport],
] as const;

/**
 * Returns the reader of a service's own list: a comma-separated file with a header row. Semicolons separate several
 * values in a cell. Malformed birth dates and identifiers are stored, with a warning. Throws OperatorError for a row
 * without name or with an unknown type, and for a file without the column of names.
 */
export function readOwnList(mapping: ColumnMapping): ListReader {
  return async function* readRows(files, report) {
    for (const file of files) {
      for await (const row of readTable(file, [mapping.name ?? 'name'], report)) {
        yield readRow({ file, row, mapping }, report);
      }
    }
  };
}

type RowContext = { file: ListFile; row: TableRow; mapping: ColumnMapping };

function readRow({ file, row, mapping }: RowContext, report: ReadReport): ListEntry {
  report.countRow();
  const cell = (column: OwnColumn) => row.cell(mapping[column] ?? column);
  const values = (column: OwnColumn) => splitValues(cell(column));
  const location = { file: file.name, line: row.line };
  const [name, ...otherNames] = values('name');
  if (name === undefined) throw createListError(location, 'it has no name');
  const partyType = TYPES[cell('type').toUpperCase()];
  if (partyType === undefined) {
    throw createListError(location, 'its type is none of FIS, MOR, natural, legal');
  }
  const readValues = (column: OwnColumn, read: (text: string) => OwnValue): string[] =>
    values(column).map((text) => {
      const { value, warningCode } = read(text);
      if (warningCode !== null) report.warn({ ...location, code: warningCode });
      return value;
    });
  const identifiers = IDENTIFIERS.flatMap(([kind, read]) =>
    readValues(kind, read).map((value) => ({ kind, value, country: null })),
  );
  const rfc = identifiers.find(({ kind, value }) => kind === 'rfc' && !isSharedRfc(value));
  const key = cell('key');
  // Rows with a generic RFC as key would become one entry.
  const isShared = isSharedRfc(normalizeTaxId(key));
  if (isShared) report.warn({ ...location, code: 'shared_key' });
  return {
    key: (isShared ? '' : key) || (rfc?.value ?? name),
    partyType,
    names: [
      { name, kind: 'primary' },
      ...[...otherNames, ...values('alias')].map((alias) => ({
        name: alias,
        kind: 'aka' as const,
      })),
    ],
    identifiers,
    status: cell('status') || null,
    programs: values('program'),
    birthDates: readValues('birth_date', parseBirthDate),
    countries: values('country'),
    details: cell('note') === '' ? {} : { note: cell('note') },
  };
}
