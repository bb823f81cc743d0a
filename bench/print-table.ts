import { readFile, writeFile } from 'node:fs/promises';
import { printLine } from './src/print.ts';
import { readResults } from './src/results-file.ts';
import { formatResults } from './src/table.ts';

/** Prints the last results as Markdown; with `--write` puts them into bench/NOTES.md. */
const text = formatResults(await readResults());
const START = '<!-- results -->';
const END = '<!-- /results -->';

if (process.argv.includes('--write')) {
  const file = new URL('./NOTES.md', import.meta.url);
  const page = await readFile(file, 'utf8');
  const [before, rest = ''] = page.split(START);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`bench/NOTES.md has no ${START} and ${END}.`);
  await writeFile(file, `${before}${START}\n\n${text}\n\n${END}${after}`);
} else {
  printLine(text);
}
