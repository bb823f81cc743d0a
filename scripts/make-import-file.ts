import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { IMPORT_SHAPE, type ImportShape, makeImportLines } from './import-lines.ts';

// Writes an import file: node scripts/make-import-file.ts FILE --businesses 20000 --participants 5 --documents 3 --seed 1
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    Object.entries(IMPORT_SHAPE).map(([name, number]) => [
      name,
      { type: 'string' as const, default: String(number) },
    ]),
  ),
});

const [file] = positionals;
if (file === undefined) throw new Error('Name the file to write.');

await pipeline(Readable.from(joinLines(toShape(values))), createWriteStream(file));

function toShape(options: Record<string, unknown>): ImportShape {
  const numbers = Object.keys(IMPORT_SHAPE).map((name) => [name, Number(options[name])]);
  return { ...IMPORT_SHAPE, ...Object.fromEntries(numbers) };
}

/** Yields the lines with line feeds in chunks of 256 KiB, because a stream takes more time per chunk than per line. */
function* joinLines(shape: ImportShape): Generator<string> {
  let chunk = '';
  for (const line of makeImportLines(shape)) {
    chunk += `${line}\n`;
    if (chunk.length > 256 * 1024) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}
