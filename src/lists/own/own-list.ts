import type { ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { isSharedRfc } from '../../domain/tax/rfc.ts';
import { type ListFile, type Reading, type ReadList, refuseList } from '../reading.ts';
import { readTable, type TableRow } from '../text/read-table.ts';
import { splitValues } from '../text/split-values.ts';
import { type OwnValue, readBirth, readCurp, readPassport, readRfc } from './own-values.ts';

/** What a column of a service's own list may be; `name` is the only one that must be there. */
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

/** Which column of the file is which; a column of the same name needs none. */
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
  ['rfc', readRfc],
  ['curp', readCurp],
  ['passport', readPassport],
] as const;

/**
 * A service's own list: a comma-separated file with a header. Several values in a cell have a semicolon between. Births and identifiers
 * that have not the form of any are kept with a warning. Throws OperatorError.
 */
export function readOwnList(mapping: ColumnMapping): ReadList {
  return async function* readRows(files, reading) {
    for (const file of files) {
      for await (const row of readTable(file, [mapping.name ?? 'name'], reading)) {
        yield readRow({ file, row, mapping }, reading);
      }
    }
  };
}

type Place = { file: ListFile; row: TableRow; mapping: ColumnMapping };

function readRow({ file, row, mapping }: Place, reading: Reading): ListEntry {
  reading.countRow();
  const cell = (column: OwnColumn) => row.cell(mapping[column] ?? column);
  const values = (column: OwnColumn) => splitValues(cell(column));
  const place = { file: file.name, line: row.line };
  const [name, ...others] = values('name');
  if (name === undefined) throw refuseList(place, 'it has no name');
  const partyType = TYPES[cell('type').toUpperCase()];
  if (partyType === undefined) {
    throw refuseList(place, 'its type is none of FIS, MOR, natural, legal');
  }
  const take = (column: OwnColumn, read: (text: string) => OwnValue): string[] =>
    values(column).map((text) => {
      const { value, oddity } = read(text);
      if (oddity !== null) reading.warn({ ...place, code: oddity });
      return value;
    });
  const identifiers = IDENTIFIERS.flatMap(([kind, read]) =>
    take(kind, read).map((value) => ({ kind, value, country: null })),
  );
  const rfc = identifiers.find(({ kind, value }) => kind === 'rfc' && !isSharedRfc(value));
  const key = cell('key');
  // Strangers would be one entry, or take each other's place with the next file.
  const isShared = isSharedRfc(normalizeTaxId(key));
  if (isShared) reading.warn({ ...place, code: 'shared_key' });
  return {
    key: (isShared ? '' : key) || (rfc?.value ?? name),
    partyType,
    names: [
      { name, kind: 'primary' },
      ...[...others, ...values('alias')].map((alias) => ({ name: alias, kind: 'aka' as const })),
    ],
    identifiers,
    status: cell('status') || null,
    programs: values('program'),
    birthDates: take('birth_date', readBirth),
    countries: values('country'),
    details: cell('note') === '' ? {} : { note: cell('note') },
  };
}
