import { closeSync, openSync, write, writeSync } from 'node:fs';
import { hasCode } from '../../errors.ts';
import { counts } from '../../runtime/instruments/counts.ts';

export type LogOutputOptions = {
  /** Is written on at its end; standard output where it is undefined. */
  file: string | undefined;
  /** Called once for a failure of the file, and again after it worked in between. */
  onFault: (error: unknown) => void;
  /** Called once at the end of the process with the number of lost lines, unless the output has no reader. */
  onLost: (lines: number) => void;
};

const STANDARD_OUTPUT = 1;
/** Some two hundred lines: to write each of them by itself costs more than to make it. */
const WRITE_BYTES = 32 * 1024;
const WRITE_INTERVAL_MS = 100;
/** Maximum size of waiting lines, for a full disk or a slow reader. Further lines are lost. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** For a slow reader, once the process ends. */
const LAST_TRIES = 100;
const LAST_TRY_MS = 10;

/**
 * Where lines go. They wait a moment to be written together, as bytes; what waits when the process ends is written first, where
 * that goes at all. Not pino's own: when the process ends, that one tries for ever what a full disk or a terminal that was closed
 * refuses. Throws where the file cannot be opened.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  #descriptor: number;
  /** Descriptors of files that were moved while they were written. */
  #outdated: number[] = [];
  #lines: Buffer[] = [];
  #waitingBytes = 0;
  /** Taken out of the lines, to be written now. */
  #part: Buffer | undefined;
  #isWriting = false;
  #isFaulty = false;
  /** Lines that are written no more. */
  #lost = 0;
  /** True when the output has no reader any more. */
  #isClosed = false;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    this.#descriptor = this.#open();
    setInterval(() => this.#send(), WRITE_INTERVAL_MS).unref();
    process.once('exit', () => this.#end());
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#isClosed || this.#waitingBytes + bytes.length > WAITING_BYTES_MAX) {
      this.#lose(1);
      return;
    }
    this.#lines.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#send();
  }

  /**
   * Opens the file again after it was moved, or throws and continues with the old one. Standard output is unchanged.
   */
  reopen(): void {
    if (this.#options.file === undefined) return;
    const before = this.#descriptor;
    this.#descriptor = this.#open();
    // Closed under a write it would be another file's.
    if (this.#isWriting) this.#outdated.push(before);
    else closeSync(before);
  }

  #open(): number {
    const { file } = this.#options;
    return file === undefined ? STANDARD_OUTPUT : openSync(file, 'a', 0o640);
  }

  #send(): void {
    if (this.#isWriting || this.#waitingBytes === 0) return;
    this.#isWriting = true;
    write(this.#descriptor, this.#nextPart(), (error, written) => {
      this.#isWriting = false;
      for (const descriptor of this.#outdated.splice(0)) closeSync(descriptor);
      if (error === null) this.#note(written);
      else this.#noteFault(error);
      if (error === null && this.#waitingBytes >= WRITE_BYTES) this.#send();
    });
  }

  #end(): void {
    this.#sendRest();
    this.#forget();
    if (this.#lost > 0 && !this.#isClosed) this.#options.onLost(this.#lost);
  }

  #lose(lines: number): void {
    this.#lost += lines;
    counts.logLinesLost += lines;
  }

  #sendRest(): void {
    // What is being written gets there by itself, unless what came before it did not.
    if (this.#isWriting && this.#isFaulty) this.#lose(countEnds(this.#part));
    if (this.#isWriting) this.#note(this.#part?.length ?? 0);
    let triesLeft = LAST_TRIES;
    while (this.#waitingBytes > 0) {
      try {
        this.#note(writeSync(this.#descriptor, this.#nextPart()));
      } catch (error) {
        triesLeft -= 1;
        if (!hasCode(error, 'EAGAIN') || triesLeft === 0) return;
        Atomics.wait(PAUSE, 0, 0, LAST_TRY_MS);
      }
    }
  }

  #nextPart(): Buffer {
    if (this.#part !== undefined) return this.#part;
    let bytes = 0;
    const next = this.#lines.findIndex((line) => (bytes += line.length) >= WRITE_BYTES);
    const lines = this.#lines.splice(0, next < 0 ? this.#lines.length : next + 1);
    return (this.#part = Buffer.concat(lines));
  }

  #note(written: number): void {
    this.#isFaulty = false;
    this.#waitingBytes -= written;
    const left = this.#part?.subarray(written);
    this.#part = left === undefined || left.length === 0 ? undefined : left;
  }

  #noteFault(error: Error): void {
    if (hasCode(error, 'EAGAIN')) return;
    const isFile = this.#options.file !== undefined;
    this.#isClosed = !isFile && (hasCode(error, 'EPIPE') || hasCode(error, 'EIO'));
    if (this.#isClosed) this.#forget();
    if (isFile && !this.#isFaulty) this.#options.onFault(error);
    this.#isFaulty = true;
  }

  #forget(): void {
    this.#lose(this.#lines.length + countEnds(this.#part));
    this.#lines = [];
    this.#part = undefined;
    this.#waitingBytes = 0;
  }
}

const LINE_END = 10;

/** Lines that end in it, of which the first may be written in part. */
function countEnds(bytes: Buffer = Buffer.of()): number {
  let ends = 0;
  for (const byte of bytes) if (byte === LINE_END) ends += 1;
  return ends;
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
