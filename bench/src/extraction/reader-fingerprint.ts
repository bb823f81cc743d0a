import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What reads, with the rules that it reads ids and lines for machines by, then what draws. */
const FILES = [
  // It names the engines.
  'package.json',
  'src/extraction/pictures/*.ts',
  'src/extraction/{open-pdf,page-text,read-*}.ts',
  'src/domain/extraction/{guess-id,id-forms,mend-id,merge-mrz,mrz,mrz-tails}.ts',
  'src/domain/tax/*.ts',
  'bench/src/extraction/specimens/*.ts',
  'bench/src/extraction/{chance,document-sets,draw-specimens,fonts,invented-person}.ts',
  'bench/src/extraction/{sheet,spoil,text-pdf,warp}.ts',
];
const LENGTH = 12;

/** Returns a hash of the code of the reader and of the drawn documents. */
export function fingerprintOfReader(): string {
  const hash = createHash('sha256');
  for (const path of globSync(FILES, { cwd: ROOT }).toSorted())
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, LENGTH);
}
