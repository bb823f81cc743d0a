import type { ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader } from '../list-reader.ts';
import { readTable, type TableRow } from '../text/read-table.ts';
import { splitValues } from '../text/split-values.ts';
import { normalizeIdentifier } from './normalize-identifier.ts';

const PARTY_TYPES: Record<string, PartyType> = {
  Person: 'natural',
  Company: 'legal',
  Organization: 'legal',
  LegalEntity: 'unknown',
  PublicBody: 'legal',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

/**
 * Reader of OpenSanctions' `targets.simple.csv`, for operators with a license. Columns are identified by their
 * headers; `;` separates values, and a value that contains `;` is quoted.
 */
export const readTargetsCsv: ListReader = async function* readTargetsCsv(files, report) {
  for (const file of files) {
    for await (const row of readTable(file, ['id', 'schema', 'name', 'aliases'], report)) {
      report.countRow(row.cell('schema'));
      if (row.cell('id') === '' || row.cell('name') === '') {
        throw createListError({ file: file.name, line: row.line }, 'it has no id or no name');
      }
      yield readTarget(row);
    }
  }
};

function readTarget(row: TableRow): ListEntry {
  const values = (column: string) => splitValues(row.cell(column));
  const programs = [...values('program_ids'), ...values('sanctions')];
  const details = Object.entries({
    schema: row.cell('schema'),
    dataset: row.cell('dataset'),
    topics: values('topics'),
    firstSeen: row.cell('first_seen'),
    addresses: values('addresses'),
  });
  return {
    key: row.cell('id'),
    partyType: PARTY_TYPES[row.cell('schema')] ?? 'unknown',
    names: [
      { name: row.cell('name'), kind: 'primary' },
      ...values('aliases').map((name) => ({ name, kind: 'aka' as const })),
    ],
    identifiers: values('identifiers').map((value) => ({
      kind: 'other',
      value: normalizeIdentifier(value),
      country: null,
    })),
    status: null,
    programs,
    birthDates: values('birth_date'),
    countries: values('countries'),
    details: Object.fromEntries(details.filter(([, value]) => value.length > 0)),
  };
}
