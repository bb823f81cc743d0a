import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createFolderStore } from '../../../src/adapters/files/folder-store.ts';
import { readPage } from '../../support/documents/pages.ts';

const run = promisify(execFile);
const FOLDER = '/var/lib/participant-gateway/files';

/** Stands for the client of the bucket: copies what it is to synchronize to a folder. */
const AWS = `#!/bin/sh
rm -rf "$OUT"; cp -r "$5" "$OUT"
`;

/** Script of the page that copies files to the bucket, for a folder of this test. */
function readScript(folder: string): string {
  const [, body = ''] =
    /<<'END'\n( +set -eu[\s\S]*?)\n +END\n/.exec(readPage('docs/operate/files.md')) ?? [];
  expect(body).toContain(FOLDER);
  return body.replaceAll(/^ +/gm, '').replace(FOLDER, folder);
}

it('the script of the page copies files under the names that the bucket has for them', async () => {
  const root = await mkdtemp(join(tmpdir(), 'move-files-'));
  onTestFinished(async () => await rm(root, { recursive: true }));
  const [files, out, bin] = [join(root, 'files'), join(root, 'out'), join(root, 'bin')];
  const store = createFolderStore(files);
  await store.makeIncoming();
  await mkdir(bin);
  await writeFile(join(bin, 'aws'), AWS, { mode: 0o755 });
  const keys = ['1/aaaa01', '1/bbbb01', '12/cccc02'];
  for (const key of keys) {
    const path = join(files, 'incoming', key.replace('/', '-'));
    await writeFile(path, `bytes of ${key}`);
    await store.put(key, path, 0);
  }
  const copy = async (): Promise<string[]> => {
    const env = { OUT: out, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
    await run('sh', ['-c', readScript(files)], { env });
    const entries = await readdir(out, { recursive: true, withFileTypes: true });
    const copied = entries.filter((entry) => entry.isFile());
    return copied.map(({ parentPath, name }) => join(parentPath, name).slice(out.length + 1));
  };
  expect((await copy()).toSorted()).toEqual(keys);
  for (const key of keys) expect(await readFile(join(out, key), 'utf8')).toBe(`bytes of ${key}`);
  // A file that was deleted between two runs is deleted from the bucket too.
  await store.delete('1/bbbb01');
  expect((await copy()).toSorted()).toEqual(['1/aaaa01', '12/cccc02']);
  expect((await readdir(files)).toSorted()).toEqual(['blobs', 'incoming']);
});
