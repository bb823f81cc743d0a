const LINES_MAX = 2 ** 40;

/** Returns the record number of a line, which increases in reading order over all files. */
export function toRecordNumber(place: { fileIndex: number; line: number }): number {
  return place.fileIndex * LINES_MAX + place.line;
}

export function fromRecordNumber(record: number): { fileIndex: number; line: number } {
  return { fileIndex: Math.floor(record / LINES_MAX), line: record % LINES_MAX };
}
