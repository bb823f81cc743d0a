import type { EntryDetails, ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader, type ReadReport } from '../list-reader.ts';
import { unquote } from '../text/unquote.ts';
import {
  identifyParts,
  type OfacRow,
  type PartRow,
  readPartRows,
  readSupplements,
  SUPPLEMENTARY_PARTS,
  type SupplementaryPart,
  type Supplements,
} from './ofac-parts.ts';
import { readRemarks } from './remarks.ts';

/** Length at which the file truncates remarks, even within a word; the rest is in the comments. */
const REMARKS_LENGTH = 1000;

const PARTY_TYPES: Record<string, PartyType> = {
  individual: 'natural',
  vessel: 'vessel',
  aircraft: 'aircraft',
  '': 'legal',
};

/**
 * Reader of OFAC's lists as comma-separated files without header row (SDN data specification, 2023-09-25): the
 * primary file with the entries, and files with addresses, alternate names and the continuation of long remarks,
 * which are stored in memory. The files state no date.
 */
export const readOfacCsv: ListReader = async function* readOfacCsv(files, report) {
  const parts = await identifyParts(files);
  const primary = parts.get('primary');
  if (primary === undefined) {
    const location = { file: files[0]?.name ?? '', line: 1 };
    throw createListError(location, 'the file with the entries (12 columns) is missing');
  }
  for (const part of ['alternates', 'comments', 'addresses'] as const) {
    if (!parts.has(part)) report.warn({ file: primary.name, line: 1, code: `without_${part}` });
  }
  const supplements = await readSupplements(parts, report);
  const keys = new Set<string>();
  for await (const row of readPartRows(parts, 'primary', report)) {
    keys.add(row.cell(0));
    yield readEntry({ row, file: primary.name, supplements }, report);
  }
  for (const part of SUPPLEMENTARY_PARTS) {
    const file = parts.get(part);
    if (file !== undefined)
      reportOrphans({ part, file: file.name, keys }, supplements.rows[part], report);
  }
};

type OrphanCheck = { part: SupplementaryPart; file: string; keys: ReadonlySet<string> };

/** Maximum percentage of rows without entry. A higher one indicates files of different dates or lists. */
const ORPHANS_PERCENT_MAX = 1;

/** Warns about rows whose entry is missing. Throws OperatorError when they exceed the maximum. */
function reportOrphans(
  { part, file, keys }: OrphanCheck,
  rows: readonly PartRow[],
  report: ReadReport,
): void {
  const orphans = rows.filter(({ key }) => !keys.has(key));
  const [firstOrphan] = orphans;
  if (firstOrphan === undefined) return;
  if (orphans.length * 100 > rows.length * ORPHANS_PERCENT_MAX) {
    const percent = ((orphans.length * 100) / rows.length).toFixed(1);
    const reason = `${orphans.length} of its ${rows.length} rows (${percent} %) are of no entry of the list, from this line on; at most ${ORPHANS_PERCENT_MAX} % may be: the files are of different days or lists`;
    throw createListError({ file, line: firstOrphan.line }, reason);
  }
  for (const { line } of orphans) report.warn({ file, line, code: `orphan_${part}` });
}

type RowContext = { row: OfacRow; file: string; supplements: Supplements };

function readEntry({ row, file, supplements }: RowContext, report: ReadReport): ListEntry {
  const { cell } = row;
  const [key, name, type] = [cell(0), cell(1), cell(2)];
  const location = { file, line: row.line };
  const partyType = PARTY_TYPES[type];
  const { comments, alternates, addresses } = supplements;
  if (!/^\d+$/.test(key) || name === '')
    throw createListError(location, 'it has no number or no name');
  if (partyType === undefined) throw createListError(location, 'its type is none that is known');
  report.countRow(type === '' ? 'entity' : type);
  const isTruncated = cell(11).length >= REMARKS_LENGTH && !comments.has(key);
  if (isTruncated) report.warn({ ...location, code: 'remarks_cut' });
  const { gender, unparsed, ...remarks } = readRemarks(
    unquote(cell(11)) + (comments.get(key) ?? ''),
  );
  const names = [{ name, kind: 'primary' as const }, ...(alternates.get(key) ?? [])];
  return {
    ...remarks,
    key,
    partyType,
    names: [...names, ...remarks.names],
    status: null,
    programs: cell(3)
      .split('] [')
      .map((program) => program.replace(/[[\]]/g, '').trim()),
    details: omitEmpty({
      title: cell(4),
      gender,
      callSign: cell(5),
      vesselType: cell(6),
      tonnage: cell(7),
      grossTonnage: cell(8),
      flag: cell(9),
      owner: cell(10),
      remarks: unparsed,
      addresses: addresses.get(key) ?? [],
    }),
  };
}

function omitEmpty(details: EntryDetails): EntryDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value.length > 0));
}
