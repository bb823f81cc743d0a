import type { ByteRange } from '../domain/files/byte-range.ts';

/** Headers that request a range of a file, as sent. */
type RangeHeaders = {
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
};

/** `unchanged`: the client has the current file (304). `unsatisfiable`: the range lies outside of the file (416). */
export type RequestedRange = ByteRange | 'whole' | 'unchanged' | 'unsatisfiable';

/**
 * Returns the requested range of a file (RFC 9110, 13.2.2). If-None-Match takes precedence. When If-Range contains the
 * ETag of another version, the complete file is requested.
 */
export function readRequestedRange(
  { range, ifRange, ifNoneMatch }: RangeHeaders,
  { size, etag }: { size: number; etag: string },
): RequestedRange {
  if (containsTag(ifNoneMatch, etag)) return 'unchanged';
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  return readRange(range, size);
}

function containsTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/**
 * Parses the single range of a Range header (RFC 9110, 14.2) for a file of `size` bytes: `bytes=0-1023`, `bytes=500-`,
 * or `bytes=-500` for the last 500. A header without a byte range
 * or with several is ignored, and the complete file is returned.
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
