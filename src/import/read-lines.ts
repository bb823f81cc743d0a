const NEWLINE = 10;

/** Line with its number, from 1, and its bytes without the line feed; undefined when it is too long. */
export type Line = { number: number; bytes: Buffer | undefined };

/**
 * Splits a stream of bytes into lines, with at most one line and one chunk in memory. A line longer than `bytesMax` is
 * skipped and yielded without its bytes.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 1;
  const addPiece = (piece: Buffer) => {
    length += piece.length;
    if (length > bytesMax) pieces = [];
    else pieces.push(piece);
  };
  const endLine = (): Line => {
    const bytes = length > bytesMax ? undefined : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return { number: number++, bytes };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      addPiece(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    addPiece(chunk.subarray(start));
  }
  if (length > 0) yield endLine();
}
