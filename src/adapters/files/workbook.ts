/** How much of the end of a file holds the list of an archive's entries; a longer list is not taken. */
export const TAIL_BYTES = 128 * 1024;

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const ENTRIES_MAX = 1000;
const UNPACKED_BYTES_MAX = 200 * 1024 * 1024;
const RATIO_MAX = 100;
const PARTS = ['[Content_Types].xml', 'xl/workbook.xml'];

/**
 * Whether the end of an archive is that of a workbook which unpacks to a bearable size, as its own list of entries
 * has it. Nothing is unpacked here: this keeps bombs from whoever does.
 */
export function isBearableWorkbook(tail: Buffer, byteCount: number): boolean {
  const endAt = findEnd(tail);
  if (endAt === undefined) return false;
  const listAt = tail.readUInt32LE(endAt + 16) - (byteCount - tail.length);
  const entries = readEntries(tail, { at: listAt, count: tail.readUInt16LE(endAt + 10) });
  if (entries === undefined) return false;
  const unpacked = entries.reduce((sum, one) => sum + one.unpacked, 0);
  const names = new Set(entries.map((one) => one.name));
  const isBearable = unpacked <= UNPACKED_BYTES_MAX && unpacked <= byteCount * RATIO_MAX;
  return isBearable && PARTS.every((part) => names.has(part));
}

/** The last place that holds the signature of an archive's end; a comment may stand behind it. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END_SIGNATURE) return at;
  return undefined;
}

type Entry = { name: string; unpacked: number };

function readEntries(tail: Buffer, list: { at: number; count: number }): Entry[] | undefined {
  const entries: Entry[] = [];
  let { at } = list;
  if (at < 0 || list.count > ENTRIES_MAX) return undefined;
  for (let index = 0; index < list.count; index += 1) {
    const isThere = at + ENTRY_BYTES <= tail.length && tail.readUInt32LE(at) === ENTRY_SIGNATURE;
    if (!isThere) return undefined;
    const nameLength = tail.readUInt16LE(at + 28);
    const nameAt = at + ENTRY_BYTES;
    entries.push({
      name: tail.subarray(nameAt, nameAt + nameLength).toString('latin1'),
      unpacked: tail.readUInt32LE(at + 24),
    });
    at = nameAt + nameLength + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return entries;
}
