import { closeSync, openSync, write, writeSync } from 'node:fs';
import { hasCode } from '../../errors.ts';
import { counts } from '../../runtime/instruments/counts.ts';

export type LogOutputOptions = {
  /** File to append to; undefined for standard output. */
  file: string | undefined;
  /** Called once for a failure of the file, and again after it worked in between. */
  onFault: (error: unknown) => void;
  /** Called once at the end of the process with the number of lost lines, unless the output has no reader. */
  onLost: (lines: number) => void;
};

const STANDARD_OUTPUT = 1;
/** Size of one write, about two hundred lines: writing each by itself costs more than building it. */
const WRITE_BYTES = 32 * 1024;
const WRITE_INTERVAL_MS = 100;
/** Maximum size of waiting lines, for a full disk or a slow reader. Further lines are lost. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** Number of attempts to write to a slow reader when the process ends. */
const FINAL_ATTEMPTS = 100;
const FINAL_ATTEMPT_MS = 10;

/**
 * Log output. Lines are buffered briefly and written together as bytes; the rest is written when the process ends, as
 * far as possible. Unlike pino's own destination, it does not retry for ever at the end what a full disk or a closed
 * terminal refuses. Throws when the file cannot be opened.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  #descriptor: number;
  /** Descriptors of files that were moved while they were written. */
  #outdated: number[] = [];
  #lines: Buffer[] = [];
  #waitingBytes = 0;
  /** Lines that are being written. */
  #part: Buffer | undefined;
  #isWriting = false;
  #isFaulty = false;
  /** Number of lines that were dropped. */
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
    const previous = this.#descriptor;
    this.#descriptor = this.#open();
    // Closing it during a write could write into another file with the same descriptor.
    if (this.#isWriting) this.#outdated.push(previous);
    else closeSync(previous);
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
    // A write in progress completes by itself, unless an earlier one failed.
    if (this.#isWriting && this.#isFaulty) this.#lose(countEnds(this.#part));
    if (this.#isWriting) this.#note(this.#part?.length ?? 0);
    let attemptsLeft = FINAL_ATTEMPTS;
    while (this.#waitingBytes > 0) {
      try {
        this.#note(writeSync(this.#descriptor, this.#nextPart()));
      } catch (error) {
        attemptsLeft -= 1;
        if (!hasCode(error, 'EAGAIN') || attemptsLeft === 0) return;
        Atomics.wait(PAUSE, 0, 0, FINAL_ATTEMPT_MS);
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
    const rest = this.#part?.subarray(written);
    this.#part = rest === undefined || rest.length === 0 ? undefined : rest;
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

/** Counts the lines that end in the bytes; the first may have been written in part. */
function countEnds(bytes: Buffer = Buffer.of()): number {
  let ends = 0;
  for (const byte of bytes) if (byte === LINE_END) ends += 1;
  return ends;
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
