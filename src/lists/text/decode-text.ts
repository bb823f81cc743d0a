import { isUtf8 } from 'node:buffer';
import type { FileEncoding, ListFile } from '../reading.ts';

/**
 * The text of a file in pieces. What is not UTF-8 from the first byte to the last is windows-1252, as the tax
 * authority publishes; a byte that this has no letter for becomes a control character and stops nothing.
 */
export async function* decodeText(file: ListFile & FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding);
  for await (const bytes of file.open()) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The same file with its encoding; reads the whole file where that was not found out already. */
export async function withEncoding(file: ListFile): Promise<ListFile & FileEncoding> {
  const { encoding, brokenLine } = file;
  if (encoding !== undefined) return { ...file, encoding, brokenLine };
  const watch = createEncodingWatch();
  for await (const bytes of file.open()) watch.see(bytes);
  return { ...file, ...watch.end() };
}

export type EncodingWatch = { see: (bytes: Buffer) => void; end: () => FileEncoding };

/** Is shown all bytes of a file, for whatever else they are read, and says at the end what they are. */
export function createEncodingWatch(): EncodingWatch {
  const utf8 = new Utf8Watch();
  return {
    see: (bytes) => utf8.see(bytes),
    end: () => {
      utf8.end();
      return utf8.brokenLine === undefined
        ? { encoding: 'utf-8', brokenLine: undefined }
        : { encoding: 'windows-1252', brokenLine: utf8.brokenLine };
    },
  };
}

const NEWLINE = 10;

/** Finds the line of the first byte that is no UTF-8, counted from 1. */
export class Utf8Watch {
  /** Undefined while all bytes are UTF-8. */
  brokenLine: number | undefined;
  #line = 1;
  /** The beginning of a letter that goes on in the next piece. */
  #rest: Buffer = Buffer.alloc(0);

  see(bytes: Buffer): void {
    if (this.brokenLine !== undefined) return;
    const whole = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = whole.length - countUnfinished(whole);
    this.#rest = Buffer.from(whole.subarray(end));
    this.#take(whole.subarray(0, end));
  }

  end(): void {
    if (this.brokenLine === undefined) this.#take(this.#rest);
  }

  #take(bytes: Buffer): void {
    const isSound = isUtf8(bytes);
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
      if (!isSound && !isUtf8(bytes.subarray(start, at))) break;
      this.#line += 1;
      start = at + 1;
    }
    if (!isSound) this.brokenLine = this.#line;
  }
}

/** How many bytes at the end begin a letter that is not there whole. */
function countUnfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  return firstByte >= 0xe0 ? 3 : 2;
}
