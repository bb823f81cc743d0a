import type { ListEntry, ListWarning } from '../domain/lists/list-entry.ts';
import { OperatorError } from '../errors.ts';

/** How many warnings are kept by line; the others are counted. */
const WARNINGS_KEPT_MAX = 1000;

type TextEncoding = 'utf-8' | 'windows-1252';

/** Encoding of a file; `brokenLine` is the line of its first byte that is no UTF-8. */
export type FileEncoding = { encoding: TextEncoding; brokenLine: number | undefined };

/** One file of a list, opened anew by each call. */
export type ListFile = {
  /** Its name without folders, which says what part of the list it is where a list has several. */
  name: string;
  open: () => AsyncIterable<Buffer>;
} & Partial<FileEncoding>;

/** What is found out about a list while it is read. */
export class Reading {
  /** The day of which the list itself says that it speaks, as "YYYY-MM-DD". */
  asOf: string | null = null;
  /** Name of the list as the file states it; null where the format has none. */
  statedList: string | null = null;
  rowsRead = 0;
  readonly #tallies = new Map<string, number>();
  /** Rows that the authority itself has blanked out. */
  rowsSuppressed = 0;
  warningsCount = 0;
  readonly warnings: ListWarning[] = [];

  /** Rows read by the authority's own word for them. */
  get tallies(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#tallies);
  }

  /** Counts a row that was read, under the authority's word for it where it has one. */
  countRow(word?: string): void {
    this.rowsRead += 1;
    if (word !== undefined) this.#tallies.set(word, (this.#tallies.get(word) ?? 0) + 1);
  }

  /** For what was read all the same; the code says what is odd, never what the line says. */
  warn(warning: ListWarning): void {
    this.warningsCount += 1;
    if (this.warnings.length < WARNINGS_KEPT_MAX) this.warnings.push(warning);
  }
}

/** Reads the files of one list, in the order of the list. Throws OperatorError for what is no such list. */
export type ReadList = (files: readonly ListFile[], reading: Reading) => AsyncIterable<ListEntry>;

/** The refusal of a whole list: nothing of it is kept. The reason never quotes the line. */
export function refuseList(place: { file: string; line: number }, reason: string): OperatorError {
  return new OperatorError(
    `Nothing was loaded: ${place.file}, line ${place.line}: ${reason}. The loaded list is unchanged.`,
  );
}
