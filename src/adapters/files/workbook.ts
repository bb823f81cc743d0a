import type { ByteRange } from '../../domain/files/byte-range.ts';
import { unpacksTo } from './unpack.ts';
import { createPartWatch } from './workbook-part.ts';

/** How much of the end of a file holds the list of an archive's entries; a longer list is not taken. */
export const TAIL_BYTES = 128 * 1024;

const END_SIGNATURE = 0x06054b50;
const LISTED_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LISTED_BYTES = 46;
const LOCAL_BYTES = 30;
const ENTRIES_MAX = 1000;
const UNPACKED_BYTES_MAX = 200 * 1024 * 1024;
const RATIO_MAX = 100;
const PARTS = ['[Content_Types].xml', 'xl/workbook.xml'];
const METHODS = { stored: 0, deflated: 8 };

/** An archive on the disk, of which the end was kept. */
export type Archive = {
  /** In whose turns it is unpacked and looked at. */
  serviceId: number;
  tail: Buffer;
  byteCount: number;
  /** To how many bytes all of it may unpack, where that is less than of any workbook. */
  unpackedMax?: number;
  read: (range: ByteRange) => AsyncIterable<Uint8Array>;
};

/**
 * Whether an archive is a workbook that unpacks to a bearable size. What its list of entries says is not believed:
 * entries lie one behind the other, so that none is unpacked twice, and each is unpacked as far as the list says, and
 * must end there. Each is looked at for what must not be in a workbook. Nothing of it is kept.
 */
export async function isBearableWorkbook(archive: Archive): Promise<boolean> {
  const list = readList(archive);
  if (list === undefined) return false;
  const { entries, at: listAt } = list;
  if (!isBearable(entries, archive) || !hasParts(entries)) return false;
  const extensions = new Set(entries.map(({ name }) => extensionOf(name)));
  let end = 0;
  for (const entry of entries.toSorted((left, right) => left.at - right.at)) {
    const data = await findData(archive, entry);
    if (data === undefined || entry.at < end || data.end > listAt) return false;
    if (!(await isAsListed(archive, { ...entry, extensions }, data))) return false;
    ({ end } = data);
  }
  return true;
}

/** `*` where a sign of the name stands for another, which might be any. */
function extensionOf(name: string): string {
  return name.includes('%') ? '*' : (name.split('.').at(-1)?.toLowerCase() ?? '');
}

function isBearable(
  entries: readonly Entry[],
  { byteCount, unpackedMax = UNPACKED_BYTES_MAX }: Archive,
): boolean {
  const unpacked = entries.reduce((sum, one) => sum + one.unpacked, 0);
  return unpacked <= unpackedMax && unpacked <= byteCount * RATIO_MAX;
}

/** Those of a workbook, and each once: programs that open one make no difference of large and small letters. */
function hasParts(entries: readonly Entry[]): boolean {
  const names = new Set(entries.map((one) => one.name.toLowerCase()));
  return names.size === entries.length && PARTS.every((part) => names.has(part.toLowerCase()));
}

type Entry = { name: string; method: number; at: number; packed: number; unpacked: number };
type List = { at: number; entries: Entry[] };

/** The list at the end of an archive, which the archive's own last words must fit exactly. */
function readList({ tail, byteCount }: Archive): List | undefined {
  const endAt = findEnd(tail);
  if (endAt === undefined) return undefined;
  const at = tail.readUInt32LE(endAt + 16);
  const count = tail.readUInt16LE(endAt + 10);
  const start = at - (byteCount - tail.length);
  if (start < 0 || count > ENTRIES_MAX) return undefined;
  const entries: Entry[] = [];
  let place = start;
  while (entries.length < count) {
    if (place + LISTED_BYTES > endAt || tail.readUInt32LE(place) !== LISTED_SIGNATURE)
      return undefined;
    const nameAt = place + LISTED_BYTES;
    const nameEnd = nameAt + tail.readUInt16LE(place + 28);
    entries.push({
      name: tail.toString('latin1', nameAt, nameEnd),
      method: tail.readUInt16LE(place + 10),
      at: tail.readUInt32LE(place + 42),
      packed: tail.readUInt32LE(place + 20),
      unpacked: tail.readUInt32LE(place + 24),
    });
    place = nameEnd + tail.readUInt16LE(place + 30) + tail.readUInt16LE(place + 32);
  }
  return place === endAt ? { at, entries } : undefined;
}

/** The last place that says it is an archive's end, with a comment behind it as long as it says. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END_SIGNATURE)
      return at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length ? at : undefined;
  return undefined;
}

type Bytes = AsyncIterable<Uint8Array>;
type Data = { start: number; end: number };

/** Where the content of an entry lies, of which the entry's own head must say what the list says. */
async function findData(archive: Archive, entry: Entry): Promise<Data | undefined> {
  const nameAt = entry.at + LOCAL_BYTES;
  const last = nameAt + entry.name.length - 1;
  if (last >= archive.byteCount) return undefined;
  const head = await gather(archive.read({ first: entry.at, last }));
  const isSame =
    head.readUInt32LE(0) === LOCAL_SIGNATURE &&
    head.readUInt16LE(8) === entry.method &&
    head.readUInt16LE(26) === entry.name.length &&
    head.toString('latin1', LOCAL_BYTES) === entry.name;
  if (!isSame) return undefined;
  const start = last + 1 + head.readUInt16LE(28);
  return { start, end: start + entry.packed };
}

async function isAsListed(
  { serviceId, read }: Archive,
  { name, method, packed, unpacked, extensions }: Entry & { extensions: ReadonlySet<string> },
  { start, end }: Data,
): Promise<boolean> {
  const watch = createPartWatch(name, extensions);
  const bytes = (): Bytes => read({ first: start, last: end - 1 });
  if (method === METHODS.stored) {
    if (packed !== unpacked) return false;
    // One without bytes has no range of them either.
    return packed === 0 || ((await passes(bytes(), watch.take)) && watch.finish());
  }
  if (method !== METHODS.deflated || packed === 0) return false;
  const unpacking = { serviceId, size: unpacked, take: watch.take };
  return (await unpacksTo(unpacking, bytes())) && watch.finish();
}

async function passes(bytes: Bytes, take: (chunk: Uint8Array) => boolean): Promise<boolean> {
  for await (const chunk of bytes) if (!take(chunk)) return false;
  return true;
}

async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
