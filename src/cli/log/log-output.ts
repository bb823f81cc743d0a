import { closeSync, openSync, write, writeSync } from 'node:fs';
import { hasCode } from '../../errors.ts';
import { counts } from '../../runtime/instruments/counts.ts';

export type LogOutputOptions = {
  /** File to append to; undefined for standard output. */
  file: string | undefined;
  /** Called at the first of several consecutive write failures of the file. */
  onFault: (error: unknown) => void;
  /** Called at the end of the process with the number of lost lines, if there are any and the output has a reader. */
  onLinesLost: (lines: number) => void;
};

const STANDARD_OUTPUT = 1;
/** Size of one write, about two hundred lines: writing each line by itself costs more CPU time than formatting it. */
const WRITE_BYTES = 32 * 1024;
const WRITE_INTERVAL_MS = 100;
/** Maximum size of the lines that wait for a full disk or a slow reader. Further lines are lost. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** Number of attempts to write to a slow reader when the process ends: with the pauses, one second in total. */
const FINAL_ATTEMPTS = 100;
const FINAL_ATTEMPT_MS = 10;

/**
 * Log output, which buffers lines for at most 100 ms and writes them together. At the exit of the process it writes the
 * remaining lines. Unlike pino's own destination, it then gives up at the first error of a full disk or a closed
 * terminal, and waits for a slow reader for one second only. The constructor throws when the file cannot be opened.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  #descriptor: number;
  /** Descriptors that were replaced during a write, to be closed after it. */
  #outdated: number[] = [];
  #lines: Buffer[] = [];
  #waitingBytes = 0;
  /** Lines of the current write, without the bytes that are already written. */
  #chunk: Buffer | undefined;
  #isWriting = false;
  #isFaulty = false;
  /** Number of lines that were dropped. */
  #lost = 0;
  /** True when the output has no reader any more. */
  #isClosed = false;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    this.#descriptor = this.#open();
    setInterval(() => this.#startWrite(), WRITE_INTERVAL_MS).unref();
    process.once('exit', () => this.#finish());
  }

  /** Buffers a line. Counts it as lost when the buffer is full or the output has no reader. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#isClosed || this.#waitingBytes + bytes.length > WAITING_BYTES_MAX) {
      this.#countLost(1);
      return;
    }
    this.#lines.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#startWrite();
  }

  /**
   * Opens the file again, after it was moved by log rotation. When that fails, throws and continues with the old one.
   * Does nothing for standard output.
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

  #startWrite(): void {
    if (this.#isWriting || this.#waitingBytes === 0) return;
    this.#isWriting = true;
    write(this.#descriptor, this.#nextChunk(), (error, written) => {
      this.#isWriting = false;
      for (const descriptor of this.#outdated.splice(0)) closeSync(descriptor);
      if (error === null) this.#recordWrite(written);
      else this.#recordFault(error);
      if (error === null && this.#waitingBytes >= WRITE_BYTES) this.#startWrite();
    });
  }

  #finish(): void {
    this.#writeRemaining();
    this.#dropLines();
    if (this.#lost > 0 && !this.#isClosed) this.#options.onLinesLost(this.#lost);
  }

  #countLost(lines: number): void {
    this.#lost += lines;
    counts.logLinesLost += lines;
  }

  #writeRemaining(): void {
    // A write in progress completes by itself, unless an earlier one failed.
    if (this.#isWriting && this.#isFaulty) this.#countLost(countLineEnds(this.#chunk));
    if (this.#isWriting) this.#recordWrite(this.#chunk?.length ?? 0);
    let attemptsLeft = FINAL_ATTEMPTS;
    while (this.#waitingBytes > 0) {
      try {
        this.#recordWrite(writeSync(this.#descriptor, this.#nextChunk()));
      } catch (error) {
        attemptsLeft -= 1;
        if (!hasCode(error, 'EAGAIN') || attemptsLeft === 0) return;
        Atomics.wait(PAUSE, 0, 0, FINAL_ATTEMPT_MS);
      }
    }
  }

  #nextChunk(): Buffer {
    if (this.#chunk !== undefined) return this.#chunk;
    let bytes = 0;
    const last = this.#lines.findIndex((line) => (bytes += line.length) >= WRITE_BYTES);
    const lines = this.#lines.splice(0, last < 0 ? this.#lines.length : last + 1);
    return (this.#chunk = Buffer.concat(lines));
  }

  #recordWrite(written: number): void {
    this.#isFaulty = false;
    this.#waitingBytes -= written;
    const remainder = this.#chunk?.subarray(written);
    this.#chunk = remainder === undefined || remainder.length === 0 ? undefined : remainder;
  }

  #recordFault(error: Error): void {
    if (hasCode(error, 'EAGAIN')) return;
    const isFile = this.#options.file !== undefined;
    this.#isClosed = !isFile && (hasCode(error, 'EPIPE') || hasCode(error, 'EIO'));
    if (this.#isClosed) this.#dropLines();
    if (isFile && !this.#isFaulty) this.#options.onFault(error);
    this.#isFaulty = true;
  }

  #dropLines(): void {
    this.#countLost(this.#lines.length + countLineEnds(this.#chunk));
    this.#lines = [];
    this.#chunk = undefined;
    this.#waitingBytes = 0;
  }
}

const LINE_END = 10;

/** Returns the number of lines that end in the bytes. The first line may already be partly written. */
function countLineEnds(bytes: Buffer = Buffer.of()): number {
  let ends = 0;
  for (const byte of bytes) if (byte === LINE_END) ends += 1;
  return ends;
}

/** Buffer that nothing changes: Atomics.wait on it pauses the thread, because exit handlers must be synchronous. */
const PAUSE = new Int32Array(new SharedArrayBuffer(4));
