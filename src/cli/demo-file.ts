import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `apiKey` is '' before the first start; `hasUpload` says that the data's file went in too, `hasLists` its lists. */
export type DemoFile = { apiKey: string; isLoaded: boolean; hasUpload: boolean; hasLists: boolean };

/** What the data folder keeps of the demo service; the beginning where it keeps nothing that can be read. */
export async function readDemoFile(dataDir: string): Promise<DemoFile> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '{}');
  return parse(text);
}

export async function writeDemoFile(
  dataDir: string,
  { apiKey, isLoaded, hasUpload, hasLists }: DemoFile,
): Promise<void> {
  const draft = `${pathIn(dataDir)}.draft`;
  await rm(draft, { force: true });
  const state = {
    service: 'demo',
    api_key: apiKey,
    loaded: isLoaded,
    uploaded: hasUpload,
    lists: hasLists,
  };
  const text = JSON.stringify(state, null, 2);
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, pathIn(dataDir));
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

function parse(text: string): DemoFile {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null)
    return { apiKey: '', isLoaded: false, hasUpload: false, hasLists: false };
  const apiKey = 'api_key' in value && typeof value.api_key === 'string' ? value.api_key : '';
  return {
    apiKey,
    isLoaded: 'loaded' in value && value.loaded === true,
    hasUpload: 'uploaded' in value && value.uploaded === true,
    hasLists: 'lists' in value && value.lists === true,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
