import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type CopyValue = string | number | boolean | null | readonly string[];

/** Copies encoded rows to a table. Each chunk consists of complete rows; `target` is `table (columns)`. */
export async function copyRows(
  client: pg.ClientBase,
  target: string,
  chunks: readonly string[],
): Promise<void> {
  await pipeline(Readable.from(chunks), client.query(from(`copy ${target} from stdin`)));
}

/** Encodes a row as a line of COPY's text format. */
export function encodeCopyRow(values: readonly CopyValue[]): string {
  return `${values.map(encodeValue).join('\t')}\n`;
}

function encodeValue(value: CopyValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return escapeText(toTextArrayLiteral(value));
  return String(value);
}

const ESCAPES = new Map([
  ['\\', String.raw`\\`],
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

function escapeText(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => ESCAPES.get(character) ?? character);
}

/** Returns the PostgreSQL array literal of texts. */
export function toTextArrayLiteral(items: readonly string[]): string {
  const quoted = items.map(
    (item) => `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`,
  );
  return `{${quoted.join(',')}}`;
}
