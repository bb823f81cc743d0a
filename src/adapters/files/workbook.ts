import type { ByteRange } from '../../domain/files/byte-range.ts';
import { inflatesTo } from './inflate.ts';
import { createPartScanner } from './workbook-part.ts';

/**
 * Number of bytes at the end of a file that must contain the central directory of the archive: ENTRIES_MAX entries with
 * names of about 80 bytes fit. Signatures, lengths and offsets below are those of the ZIP specification (APPNOTE 4.3).
 */
export const TAIL_BYTES = 128 * 1024;

/**
 * Signatures and fixed lengths of the end record, of central and of local headers, by the ZIP specification (APPNOTE).
 */
const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** Limits of the work that a small archive may cause (zip bombs). */
const ENTRIES_MAX = 1000;
const INFLATED_BYTES_MAX = 200 * 1024 * 1024;
/** Maximum ratio of inflated bytes to bytes of the archive. */
const RATIO_MAX = 100;
const REQUIRED_PARTS = ['[Content_Types].xml', 'xl/workbook.xml'];
const METHODS = { stored: 0, deflated: 8 };

/** Archive on disk, with its end in memory. */
export type Archive = {
  /** Service whose share of CPU time is used. */
  serviceId: number;
  tail: Buffer;
  byteCount: number;
  /** Maximum inflated size, if lower than the general limit. */
  inflatedMax?: number;
  read: (range: ByteRange) => AsyncIterable<Uint8Array>;
};

/**
 * Returns true when an archive is a workbook within the limits. The central directory is not trusted (zip bombs):
 * entries must not overlap, each must inflate to exactly the listed size, and each is scanned for forbidden content.
 */
export async function isSafeWorkbook(archive: Archive): Promise<boolean> {
  const directory = readCentralDirectory(archive);
  if (directory === undefined) return false;
  const { entries, offset: directoryOffset } = directory;
  if (!isWithinLimits(entries, archive) || !hasRequiredParts(entries)) return false;
  const extensions = new Set(entries.map(({ name }) => getExtension(name)));
  let end = 0;
  for (const entry of entries.toSorted((left, right) => left.offset - right.offset)) {
    const data = await locateData(archive, entry);
    if (data === undefined || entry.offset < end || data.end > directoryOffset) return false;
    if (!(await isValidEntry(archive, { ...entry, extensions }, data))) return false;
    ({ end } = data);
  }
  return true;
}

/** Returns the lower-case extension of a part, or `*` for a percent-encoded name, which may have any. */
function getExtension(name: string): string {
  return name.includes('%') ? '*' : (name.split('.').at(-1)?.toLowerCase() ?? '');
}

function isWithinLimits(
  entries: readonly Entry[],
  { byteCount, inflatedMax = INFLATED_BYTES_MAX }: Archive,
): boolean {
  const inflated = entries.reduce((sum, entry) => sum + entry.inflated, 0);
  return inflated <= inflatedMax && inflated <= byteCount * RATIO_MAX;
}

/** True when all required parts exist and part names are unique, ignoring case as spreadsheet programs do. */
function hasRequiredParts(entries: readonly Entry[]): boolean {
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  return (
    names.size === entries.length && REQUIRED_PARTS.every((part) => names.has(part.toLowerCase()))
  );
}

type Entry = { name: string; method: number; offset: number; compressed: number; inflated: number };
type CentralDirectory = { offset: number; entries: Entry[] };

/** Reads the central directory; undefined unless it ends exactly at the end record. */
function readCentralDirectory({ tail, byteCount }: Archive): CentralDirectory | undefined {
  const endOffset = findEndRecord(tail);
  if (endOffset === undefined) return undefined;
  const directoryOffset = tail.readUInt32LE(endOffset + 16);
  const count = tail.readUInt16LE(endOffset + 10);
  const start = directoryOffset - (byteCount - tail.length);
  if (start < 0 || count > ENTRIES_MAX) return undefined;
  const entries: Entry[] = [];
  let position = start;
  while (entries.length < count) {
    if (position + CENTRAL_BYTES > endOffset || tail.readUInt32LE(position) !== CENTRAL_SIGNATURE)
      return undefined;
    const nameStart = position + CENTRAL_BYTES;
    const nameEnd = nameStart + tail.readUInt16LE(position + 28);
    entries.push({
      name: tail.toString('latin1', nameStart, nameEnd),
      method: tail.readUInt16LE(position + 10),
      offset: tail.readUInt32LE(position + 42),
      compressed: tail.readUInt32LE(position + 20),
      inflated: tail.readUInt32LE(position + 24),
    });
    position = nameEnd + tail.readUInt16LE(position + 30) + tail.readUInt16LE(position + 32);
  }
  return position === endOffset ? { offset: directoryOffset, entries } : undefined;
}

/** Returns the offset of the last end record; undefined unless its comment ends with the file. */
function findEndRecord(tail: Buffer): number | undefined {
  for (let offset = tail.length - END_BYTES; offset >= 0; offset -= 1)
    if (tail.readUInt32LE(offset) === END_SIGNATURE)
      return offset + END_BYTES + tail.readUInt16LE(offset + 20) === tail.length
        ? offset
        : undefined;
  return undefined;
}

type Bytes = AsyncIterable<Uint8Array>;
type DataRange = { start: number; end: number };

/** Locates the data of an entry; undefined unless its local header agrees with the central directory. */
async function locateData(archive: Archive, entry: Entry): Promise<DataRange | undefined> {
  const nameStart = entry.offset + LOCAL_BYTES;
  const nameEnd = nameStart + entry.name.length;
  if (nameEnd > archive.byteCount) return undefined;
  const header = await concatenate(archive.read({ first: entry.offset, last: nameEnd - 1 }));
  const isSame =
    header.readUInt32LE(0) === LOCAL_SIGNATURE &&
    header.readUInt16LE(8) === entry.method &&
    header.readUInt16LE(26) === entry.name.length &&
    header.toString('latin1', LOCAL_BYTES) === entry.name;
  if (!isSame) return undefined;
  const start = nameEnd + header.readUInt16LE(28);
  return { start, end: start + entry.compressed };
}

/** True when an entry inflates to the listed size and contains nothing forbidden. */
async function isValidEntry(
  { serviceId, read }: Archive,
  { name, method, compressed, inflated, extensions }: Entry & { extensions: ReadonlySet<string> },
  { start, end }: DataRange,
): Promise<boolean> {
  const scanner = createPartScanner(name, extensions);
  const bytes = (): Bytes => read({ first: start, last: end - 1 });
  if (method === METHODS.stored) {
    if (compressed !== inflated) return false;
    // An empty entry has no byte range.
    return compressed === 0 || ((await passesAll(bytes(), scanner.write)) && scanner.finish());
  }
  if (method !== METHODS.deflated || compressed === 0) return false;
  const inflateOptions = { serviceId, size: inflated, handleChunk: scanner.write };
  return (await inflatesTo(inflateOptions, bytes())) && scanner.finish();
}

async function passesAll(
  bytes: Bytes,
  handleChunk: (chunk: Uint8Array) => boolean,
): Promise<boolean> {
  for await (const chunk of bytes) if (!handleChunk(chunk)) return false;
  return true;
}

async function concatenate(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
