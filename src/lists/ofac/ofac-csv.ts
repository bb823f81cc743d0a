import type { EntryDetails, ListEntry, PartyType } from '../../domain/lists/list-entry.ts';
import { type Reading, type ReadList, refuseList } from '../reading.ts';
import { type BesideEntries, type OfacRow, readBeside, rowsOf, sortParts } from './ofac-parts.ts';
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
  const beside = await readBeside(parts);
  for await (const row of rowsOf(parts, 'primary')) {
    yield readEntry({ row, file: primary.name, beside }, reading);
  }
  if (beside.alternates.size > 0) {
    reading.warn({ file: primary.name, line: 1, code: 'orphan_alternates' });
  }
};

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
  const { gender, other, ...remarks } = readRemarks(cell(11) + (comments.get(key) ?? ''));
  const names = [{ name, kind: 'primary' as const }, ...(alternates.get(key) ?? [])];
  alternates.delete(key);
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
