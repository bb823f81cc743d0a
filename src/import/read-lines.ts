const NEWLINE = 10;

/**
 * Line with its number, from 1, and its bytes without the line feed. `bytes` is undefined for a line that is too long.
 */
export type Line = { number: number; bytes: Buffer | undefined };

/**
 * Splits a stream of bytes into lines, with at most one line and one chunk in memory. A line longer than `bytesMax` is
 * skipped and yielded without its bytes.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  const addPart = (part: Buffer) => {
    length += part.length;
    if (length > bytesMax) parts = [];
    else parts.push(part);
  };
  const endLine = (): Line => {
    const bytes = length > bytesMax ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return { number: number++, bytes };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      addPart(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    addPart(chunk.subarray(start));
  }
  if (length > 0) yield endLine();
}
