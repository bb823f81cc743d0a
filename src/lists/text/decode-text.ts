import { isUtf8 } from 'node:buffer';
import type { FileEncoding, ListFile } from '../list-reader.ts';

/**
 * Yields the text of a file in chunks. A file that is not valid UTF-8 throughout is decoded as windows-1252, the
 * encoding of the tax authority; bytes without a character become control characters.
 */
export async function* decodeText(file: ListFile & FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding);
  for await (const bytes of file.open()) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Returns the file with its encoding. Reads the whole file unless the encoding is known. */
export async function detectEncoding(file: ListFile): Promise<ListFile & FileEncoding> {
  const { encoding, firstInvalidLine } = file;
  if (encoding !== undefined) return { ...file, encoding, firstInvalidLine };
  const detector = createEncodingDetector();
  for await (const bytes of file.open()) detector.write(bytes);
  return { ...file, ...detector.end() };
}

export type EncodingDetector = { write: (bytes: Buffer) => void; end: () => FileEncoding };

/** Creates a detector that receives all bytes of a file and returns their encoding at the end. */
export function createEncodingDetector(): EncodingDetector {
  const utf8 = new Utf8Validator();
  return {
    write: (bytes) => utf8.write(bytes),
    end: () => {
      utf8.end();
      return utf8.firstInvalidLine === undefined
        ? { encoding: 'utf-8', firstInvalidLine: undefined }
        : { encoding: 'windows-1252', firstInvalidLine: utf8.firstInvalidLine };
    },
  };
}

const NEWLINE = 10;

/** Finds the line of the first byte that is not valid UTF-8, counted from 1. */
export class Utf8Validator {
  /** Undefined as long as all bytes are valid UTF-8. */
  firstInvalidLine: number | undefined;
  #line = 1;
  /** Start of a character that continues in the next chunk. */
  #incomplete: Buffer = Buffer.alloc(0);

  write(bytes: Buffer): void {
    if (this.firstInvalidLine !== undefined) return;
    const joined = this.#incomplete.length === 0 ? bytes : Buffer.concat([this.#incomplete, bytes]);
    const end = joined.length - countIncompleteBytes(joined);
    this.#incomplete = Buffer.from(joined.subarray(end));
    this.#validate(joined.subarray(0, end));
  }

  end(): void {
    if (this.firstInvalidLine === undefined) this.#validate(this.#incomplete);
  }

  #validate(bytes: Buffer): void {
    const isValid = isUtf8(bytes);
    let start = 0;
    for (let index = bytes.indexOf(NEWLINE); index !== -1; index = bytes.indexOf(NEWLINE, start)) {
      if (!isValid && !isUtf8(bytes.subarray(start, index))) break;
      this.#line += 1;
      start = index + 1;
    }
    if (!isValid) this.firstInvalidLine = this.#line;
  }
}

/** Returns the number of bytes at the end that begin an incomplete character. */
function countIncompleteBytes(bytes: Buffer): number {
  for (let distance = 1; distance <= Math.min(3, bytes.length); distance += 1) {
    const byte = bytes[bytes.length - distance] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return getSequenceLength(byte) > distance ? distance : 0;
  }
  return 0;
}

function getSequenceLength(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  return firstByte >= 0xe0 ? 3 : 2;
}
