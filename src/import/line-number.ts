/** Maximum number of lines of a file, so that record numbers of different files do not overlap. */
const LINES_MAX = 2 ** 40;

/** Returns the record number of a line, which increases in reading order over all files. */
export function toRecordNumber({ fileIndex, line }: { fileIndex: number; line: number }): number {
  return fileIndex * LINES_MAX + line;
}

/** Returns the file and the line of a record number. */
export function fromRecordNumber(record: number): { fileIndex: number; line: number } {
  return { fileIndex: Math.floor(record / LINES_MAX), line: record % LINES_MAX };
}
