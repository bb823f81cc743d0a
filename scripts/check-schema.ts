import { readFile, writeFile } from 'node:fs/promises';
import {
  compareSchemas,
  listDeprecations,
  listShortNotices,
  NOTICE_DAYS,
} from './schema-evolution.ts';

const RELEASED = 'schema.released.graphql';

// Fails on what would break a client of the released SDL. With --release, what stands becomes the released SDL.
const [, , flag] = process.argv;
const today = new Date().toISOString().slice(0, 10);
const released = await readFile(RELEASED, 'utf8');
const current = await readFile('schema.graphql', 'utf8');

const { breaking, notable } = compareSchemas(released, current, today);
const undated = listDeprecations(current).filter((one) => one.removedAfter === undefined);
const short = flag === '--release' ? listShortNotices(released, current, today) : [];
const faults = [
  ...breaking.map((one) => `breaks clients: ${one}`),
  ...undated.map((one) => `${one.path}: the reason must end in "Removed after YYYY-MM-DD."`),
  ...short.map((one) => `${one}: less than ${NOTICE_DAYS} days of notice`),
];

for (const one of notable) console.log(`clients should be ready for: ${one}`);
for (const one of faults) console.error(one);
if (faults.length > 0) {
  console.error('See docs/guide/versioning.md.');
  process.exitCode = 1;
} else if (flag === '--release') await writeFile(RELEASED, current);
