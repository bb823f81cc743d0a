import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from './read-json.ts';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('no license stated'),
});

/** Writes the name, version, license and license texts of the packages in these folders to a file. */
export async function writeLicenses(folders: readonly string[], path: string): Promise<void> {
  const parts = await Promise.all([...new Set(folders)].map(readLicense));
  await writeFile(path, parts.toSorted().join(`\n${'-'.repeat(80)}\n\n`));
}

async function readLicense(folder: string): Promise<string> {
  const { name, version, license } = await readJson(join(folder, 'package.json'), manifestSchema);
  const files = await Promise.all(
    ['.', 'wasm'].map(async (part) => await listLicenseFiles(folder, part)),
  );
  const texts = files.flat().map(async (path) => await readFile(path, 'utf8'));
  return [`${name} ${version} (${license})\n`, ...(await Promise.all(texts))].join('\n');
}

/** Returns the paths of the license texts in a subfolder. pdfjs-dist has those of its compiled libraries in `wasm`. */
async function listLicenseFiles(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, part)).catch(() => []);
  const texts = names.filter((name) => /^(?:licen[cs]e|notice|copying|third-party)/i.test(name));
  return texts.toSorted().map((name) => join(folder, part, name));
}
