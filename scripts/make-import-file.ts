import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { IMPORT_SHAPE, type ImportShape, makeImportLines } from './import-lines.ts';

/** `node scripts/make-import-file.ts FILE --businesses 20000 --participants 5 --documents 3 --seed 1` */
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

await pipeline(Readable.from(withLineFeeds(shapeFrom(values))), createWriteStream(file));

function shapeFrom(options: Record<string, unknown>): ImportShape {
  const numbers = Object.keys(IMPORT_SHAPE).map((name) => [name, Number(options[name])]);
  return { ...IMPORT_SHAPE, ...Object.fromEntries(numbers) };
}

/** Many lines a chunk: a stream costs more a chunk than a line does. */
function* withLineFeeds(shape: ImportShape): Generator<string> {
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
