// oxlint-disable-next-line typescript/triple-slash-reference -- Whoever checks this file alone must find it too.
/// <reference path="./pg-utils.d.ts" />
import utils from 'pg/lib/utils.js';

const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE_PORTAL = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0]);
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

const FIRST_SIZE = 512;
const TEXT = 0;
const BINARY = 1;

/**
 * Messages of PostgreSQL's extended query protocol, gathered to be sent in one piece: a write for each would cost
 * more than to make them.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #end = 0;

  /** A name of '' is for the next `bind` only. */
  parse(name: string, text: string): void {
    const start = this.#begin(PARSE);
    this.#addWord(name);
    this.#addWord(text);
    // PostgreSQL finds the types of the values itself.
    this.#addInt16(0);
    this.#finish(start);
  }

  /** Throws where a value has no text, and has then written nothing. */
  bind(name: string, values: readonly unknown[]): void {
    const prepared = values.map((value) => utils.prepareValue(value));
    const start = this.#begin(BIND);
    this.#addWord('');
    this.#addWord(name);
    this.#addInt16(prepared.length);
    for (const value of prepared)
      this.#addInt16(typeof value === 'object' && value ? BINARY : TEXT);
    this.#addInt16(prepared.length);
    for (const value of prepared) this.#addValue(value);
    // All columns come as text.
    this.#addInt16(0);
    this.#finish(start);
  }

  /** Requests the description of the bound portal. */
  describe(): void {
    this.#addBytes(DESCRIBE_PORTAL);
  }

  execute(): void {
    this.#addBytes(EXECUTE);
  }

  /** The last message, and with it all that were written. */
  sync(): Buffer {
    this.#addBytes(SYNC);
    return this.#bytes.subarray(0, this.#end);
  }

  #begin(code: number): number {
    this.#reserve(5);
    this.#bytes[this.#end] = code;
    this.#end += 5;
    return this.#end - 4;
  }

  /** A message's length counts itself, but not the code before it. */
  #finish(start: number): void {
    this.#bytes.writeInt32BE(this.#end - start, start);
  }

  #addValue(value: string | Buffer | null): void {
    if (value === null) {
      this.#addInt32(-1);
      return;
    }
    const length = Buffer.byteLength(value);
    this.#addInt32(length);
    if (typeof value === 'string') this.#addText(value, length);
    else this.#addBytes(value);
  }

  #addWord(word: string): void {
    this.#addText(word, Buffer.byteLength(word));
    this.#reserve(1);
    this.#bytes[this.#end] = 0;
    this.#end += 1;
  }

  #addText(text: string, length: number): void {
    this.#reserve(length);
    this.#bytes.write(text, this.#end);
    this.#end += length;
  }

  #addBytes(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#bytes, this.#end);
    this.#end += bytes.length;
  }

  #addInt16(value: number): void {
    this.#reserve(2);
    this.#end = this.#bytes.writeUInt16BE(value, this.#end);
  }

  #addInt32(value: number): void {
    this.#reserve(4);
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
  }

  #reserve(length: number): void {
    const needed = this.#end + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
