const LINES_MAX = 2 ** 40;

/** A line of one of the imported files, as one number whose order is the order of reading. */
export function toRecordNumber(place: { fileIndex: number; line: number }): number {
  return place.fileIndex * LINES_MAX + place.line;
}

export function fromRecordNumber(record: number): { fileIndex: number; line: number } {
  return { fileIndex: Math.floor(record / LINES_MAX), line: record % LINES_MAX };
}
