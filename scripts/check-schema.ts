import { readFile, writeFile } from 'node:fs/promises';
import {
  compareSchemas,
  listDeprecations,
  listShortNotices,
  NOTICE_DAYS,
} from './schema-evolution.ts';

const RELEASED = 'schema.released.graphql';

// Fails on changes that would break a client of the released SDL. With --release, the current SDL becomes the released one.
const [, , flag] = process.argv;
const today = new Date().toISOString().slice(0, 10);
const released = await readFile(RELEASED, 'utf8');
const current = await readFile('schema.graphql', 'utf8');

const { breaking, notable } = compareSchemas(released, current, today);
const undated = listDeprecations(current).filter(({ removedAfter }) => removedAfter === undefined);
const short = flag === '--release' ? listShortNotices(released, current, today) : [];
const faults = [
  ...breaking.map((change) => `breaks clients: ${change}`),
  ...undated.map(({ path }) => `${path}: the reason must end in "Removed after YYYY-MM-DD."`),
  ...short.map((path) => `${path}: less than ${NOTICE_DAYS} days of notice`),
];

for (const change of notable) console.log(`clients should be ready for: ${change}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error('See docs/contribute/adding-an-operation.md.');
  process.exitCode = 1;
} else if (flag === '--release') await writeFile(RELEASED, current);
