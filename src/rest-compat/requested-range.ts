import type { ByteRange } from '../domain/files/byte-range.ts';

/** The headers that say which bytes of a file are asked for, as they were sent. */
type RangeHeaders = {
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
};

/** `unchanged`: the client has the file as it is (304). `unsatisfiable`: the range lies outside of it (416). */
export type RequestedRange = ByteRange | 'whole' | 'unchanged' | 'unsatisfiable';

/**
 * Which bytes of a file a request asks for. RFC 9110, 13.2.2: If-None-Match is looked at first; where If-Range names
 * another state of the file than the one there is, the whole file is answered.
 */
export function readRequestedRange(
  { range, ifRange, ifNoneMatch }: RangeHeaders,
  { size, etag }: { size: number; etag: string },
): RequestedRange {
  if (namesTag(ifNoneMatch, etag)) return 'unchanged';
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  return readRange(range, size);
}

function namesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/**
 * RFC 9110, 14.2: the one range that a Range header asks for, within a file of `size` bytes. A header that names
 * none, several, or no range of bytes may be ignored, and then the whole file is answered.
 */
function readRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from !== '') return readInterval(Number(from), to, size);
  return to === '' ? 'whole' : readSuffix(Number(to), size);
}

function readInterval(first: number, to: string, size: number): RequestedRange {
  const last = to === '' ? Infinity : Number(to);
  if (last < first) return 'whole';
  return first < size ? { first, last: Math.min(last, size - 1) } : 'unsatisfiable';
}

function readSuffix(length: number, size: number): RequestedRange {
  if (length === 0) return 'unsatisfiable';
  return { first: Math.max(0, size - length), last: size - 1 };
}
