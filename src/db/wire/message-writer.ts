// oxlint-disable-next-line typescript/triple-slash-reference -- A check of this file alone must find it too.
/// <reference path="./pg-utils.d.ts" />
import utils from 'pg/lib/utils.js';

// Codes and complete messages of the frontend protocol. Portal and statement names end with a zero byte.
const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE_PORTAL = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0]);
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** Length of the buffer before it grows, enough for most statements. */
const INITIAL_SIZE = 512;
/** Format codes of values. */
const TEXT = 0;
const BINARY = 1;

/** Writer of messages of PostgreSQL's extended query protocol, which are sent together in one write. */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_SIZE);
  #end = 0;

  /** Prepares a statement. A statement with the name '' is valid until the next `parse` with that name. */
  parse(name: string, text: string): void {
    const start = this.#begin(PARSE);
    this.#addCString(name);
    this.#addCString(text);
    // PostgreSQL infers the types of the parameters.
    this.#addInt16(0);
    this.#finish(start);
  }

  /** Binds values to a statement. Throws, before it writes anything, when a value cannot be converted to text. */
  bind(name: string, values: readonly unknown[]): void {
    const encoded = values.map((value) => utils.prepareValue(value));
    const start = this.#begin(BIND);
    this.#addCString('');
    this.#addCString(name);
    this.#addInt16(encoded.length);
    for (const value of encoded) this.#addInt16(value instanceof Buffer ? BINARY : TEXT);
    this.#addInt16(encoded.length);
    for (const value of encoded) this.#addValue(value);
    // All columns are returned as text.
    this.#addInt16(0);
    this.#finish(start);
  }

  /** Requests the columns of the portal. */
  describe(): void {
    this.#addBytes(DESCRIBE_PORTAL);
  }

  execute(): void {
    this.#addBytes(EXECUTE);
  }

  /** Writes the Sync message and returns all messages. */
  sync(): Buffer {
    this.#addBytes(SYNC);
    return this.#bytes.subarray(0, this.#end);
  }

  /** Begins a message and returns the position of its length field. */
  #begin(code: number): number {
    this.#reserve(5);
    this.#bytes[this.#end] = code;
    this.#end += 5;
    return this.#end - 4;
  }

  /** Sets the length of a message, which includes the length field but not the message code. */
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

  /** Adds text that ends with a zero byte. */
  #addCString(text: string): void {
    this.#addText(text, Buffer.byteLength(text));
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
