import type { ListEntry, ListWarning } from '../domain/lists/list-entry.ts';
import { OperatorError } from '../errors.ts';

/** Maximum number of stored warnings; further ones are only counted. */
const WARNINGS_MAX = 1000;

type TextEncoding = 'utf-8' | 'windows-1252';

/** Encoding of a file. `firstInvalidLine` is the line of its first byte that is not valid UTF-8, if it has one. */
export type FileEncoding = { encoding: TextEncoding; firstInvalidLine: number | undefined };

/** File of a list. Each call of `open` reads it from its start. */
export type ListFile = {
  /** Name without folders. It identifies the part of a list that has several files. */
  name: string;
  open: () => AsyncIterable<Buffer>;
} & Partial<FileEncoding>;

/** Report on reading a list: its date, counts and warnings. */
export class ReadReport {
  /** List date that the file states, as `YYYY-MM-DD`. */
  asOf: string | null = null;
  /** Name of the list as the file states it; null where the format has none. */
  statedList: string | null = null;
  rowsRead = 0;
  readonly #tallies = new Map<string, number>();
  /** Number of rows whose content the authority removed. */
  rowsSuppressed = 0;
  warningsCount = 0;
  readonly warnings: ListWarning[] = [];

  /** Number of rows read by category: a word of the authority, or the party type where the reader converts it. */
  get tallies(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#tallies);
  }

  /** Counts a read row, by its category if it has one. */
  countRow(category?: string): void {
    this.rowsRead += 1;
    if (category !== undefined) this.#tallies.set(category, (this.#tallies.get(category) ?? 0) + 1);
  }

  /** Counts a warning about a row and stores up to WARNINGS_MAX. Its code never contains data of the row. */
  warn(warning: ListWarning): void {
    this.warningsCount += 1;
    if (this.warnings.length < WARNINGS_MAX) this.warnings.push(warning);
  }
}

/** Reads the files of a list, in their order. Throws OperatorError for files that are not such a list. */
export type ListReader = (
  files: readonly ListFile[],
  report: ReadReport,
) => AsyncIterable<ListEntry>;

/** Creates the error that rejects a whole list. The reason never quotes data of the line. */
export function createListError(
  location: { file: string; line: number },
  reason: string,
): OperatorError {
  return new OperatorError(
    `Nothing was loaded: ${location.file}, line ${location.line}: ${reason}. The loaded list is unchanged.`,
  );
}
