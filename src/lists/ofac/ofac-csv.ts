import type { EntryDetails, ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { type Reading, type ReadList, refuseList } from '../reading.ts';
import { unquote } from '../text/unquote.ts';
import {
  BESIDE,
  type BesideEntries,
  type BesidePart,
  type OfacRow,
  type PartRow,
  readBeside,
  rowsOf,
  sortParts,
} from './ofac-parts.ts';
import { readRemarks } from './remarks.ts';

/** Remarks are cut at so many characters and go on in the comments, in the middle of a word. */
const REMARKS_LENGTH = 1000;

const PARTIES: Record<string, PartyType> = {
  individual: 'natural',
  vessel: 'vessel',
  aircraft: 'aircraft',
  '': 'legal',
};

/**
 * OFAC's lists as comma-separated files without headers (SDN data specification, 2023-09-25): the entries, and beside
 * them addresses, alternate names and the ends of long remarks, which are held in memory. They say no day.
 */
export const readOfacCsv: ReadList = async function* readOfacCsv(files, reading) {
  const parts = await sortParts(files);
  const primary = parts.get('primary');
  if (primary === undefined) {
    const place = { file: files[0]?.name ?? '', line: 1 };
    throw refuseList(place, 'the file with the entries (12 columns) is missing');
  }
  for (const part of ['alternates', 'comments', 'addresses'] as const) {
    if (!parts.has(part)) reading.warn({ file: primary.name, line: 1, code: `without_${part}` });
  }
  const beside = await readBeside(parts, reading);
  const keys = new Set<string>();
  for await (const row of rowsOf(parts, 'primary', reading)) {
    keys.add(row.cell(0));
    yield readEntry({ row, file: primary.name, beside }, reading);
  }
  for (const part of BESIDE) {
    const file = parts.get(part);
    if (file !== undefined)
      reportOrphans({ part, file: file.name, keys }, beside.rows[part], reading);
  }
};

type Owners = { part: BesidePart; file: string; keys: ReadonlySet<string> };

/** Of a hundred rows of a part, how many may be of no entry: more come of files of different days. */
const ORPHANS_PERCENT_MAX = 1;

/** Warns of rows whose entry is not there. Throws OperatorError where they are more than slips. */
function reportOrphans(
  { part, file, keys }: Owners,
  rows: readonly PartRow[],
  reading: Reading,
): void {
  const orphans = rows.filter(({ key }) => !keys.has(key));
  const [first] = orphans;
  if (first === undefined) return;
  if (orphans.length * 100 > rows.length * ORPHANS_PERCENT_MAX) {
    const percent = ((orphans.length * 100) / rows.length).toFixed(1);
    const reason = `${orphans.length} of its ${rows.length} rows (${percent} %) are of no entry of the list, from this line on; at most ${ORPHANS_PERCENT_MAX} % may be: the files are of different days or lists`;
    throw refuseList({ file, line: first.line }, reason);
  }
  for (const { line } of orphans) reading.warn({ file, line, code: `orphan_${part}` });
}

type Place = { row: OfacRow; file: string; beside: BesideEntries };

function readEntry({ row, file, beside }: Place, reading: Reading): ListEntry {
  const { cell } = row;
  const [key, name, type] = [cell(0), cell(1), cell(2)];
  const place = { file, line: row.line };
  const partyType = PARTIES[type];
  const { comments, alternates, addresses } = beside;
  if (!/^\d+$/.test(key) || name === '') throw refuseList(place, 'it has no number or no name');
  if (partyType === undefined) throw refuseList(place, 'its type is none that is known');
  reading.countRow(type === '' ? 'entity' : type);
  const cut = cell(11).length >= REMARKS_LENGTH && !comments.has(key);
  if (cut) reading.warn({ ...place, code: 'remarks_cut' });
  const { gender, other, ...remarks } = readRemarks(unquote(cell(11)) + (comments.get(key) ?? ''));
  const names = [{ name, kind: 'primary' as const }, ...(alternates.get(key) ?? [])];
  return {
    ...remarks,
    key,
    partyType,
    names: [...names, ...remarks.names],
    status: null,
    programs: cell(3)
      .split('] [')
      .map((one) => one.replace(/[[\]]/g, '').trim()),
    details: present({
      title: cell(4),
      gender,
      callSign: cell(5),
      vesselType: cell(6),
      tonnage: cell(7),
      grossTonnage: cell(8),
      flag: cell(9),
      owner: cell(10),
      remarks: other,
      addresses: addresses.get(key) ?? [],
    }),
  };
}

/** Without what is empty. */
function present(details: EntryDetails): EntryDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value.length > 0));
}
