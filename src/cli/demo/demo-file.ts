import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * State of the demo. `apiKey` is '' before the first start; `isLoaded` is true once its businesses are imported,
 * `hasUpload` once its files are uploaded, `hasLists` once its lists are loaded, `isScreened` once screening is
 * switched on, and `hasReport` once a report is drafted.
 */
export type DemoFile = {
  apiKey: string;
  isLoaded: boolean;
  hasUpload: boolean;
  hasLists: boolean;
  isScreened: boolean;
  hasReport: boolean;
};

/** Reads the state of the demo from the data folder; a missing or unreadable file is the initial state. */
export async function readDemoFile(dataDir: string): Promise<DemoFile> {
  const text = await readFile(toPath(dataDir), 'utf8').catch(() => '{}');
  return parse(text);
}

/** Stores the state of the demo, which includes its API key, readable by the owner of the process only. */
export async function writeDemoFile(
  dataDir: string,
  { apiKey, isLoaded, hasUpload, hasLists, isScreened, hasReport }: DemoFile,
): Promise<void> {
  const draft = `${toPath(dataDir)}.draft`;
  await rm(draft, { force: true });
  const state = {
    service: 'demo',
    api_key: apiKey,
    loaded: isLoaded,
    uploaded: hasUpload,
    lists: hasLists,
    screened: isScreened,
    reported: hasReport,
  };
  const text = JSON.stringify(state, null, 2);
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, toPath(dataDir));
}

function toPath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

function parse(text: string): DemoFile {
  const value = parseJson(text);
  const state = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const apiKey = state.get('api_key');
  return {
    apiKey: typeof apiKey === 'string' ? apiKey : '',
    isLoaded: state.get('loaded') === true,
    hasUpload: state.get('uploaded') === true,
    hasLists: state.get('lists') === true,
    isScreened: state.get('screened') === true,
    hasReport: state.get('reported') === true,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
