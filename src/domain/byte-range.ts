/** Bytes from `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };

/**
 * RFC 9110, 14.2: the one range that a Range header asks for, within a file of `size` bytes. `whole` for none,
 * for several, and for what is no range of bytes, which may all be ignored; `unsatisfiable` for one outside of it.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from !== '') return readInterval(Number(from), to, size);
  return to === '' ? 'whole' : readSuffix(Number(to), size);
}

function readInterval(
  first: number,
  to: string,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const last = to === '' ? Infinity : Number(to);
  if (last < first) return 'whole';
  return first < size ? { first, last: Math.min(last, size - 1) } : 'unsatisfiable';
}

function readSuffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0) return 'unsatisfiable';
  return { first: Math.max(0, size - length), last: size - 1 };
}
