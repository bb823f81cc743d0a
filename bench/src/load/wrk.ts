import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DATA_FOLDER } from '../data-folder.ts';
import { getNumberMember } from '../json.ts';
import type { LoadGenerator, LoadOptions, LoadRequest, LoadResult } from './load.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/** Load generator wrk, which uses a fifth of the CPU time of a generator in JavaScript. */
export const wrk: LoadGenerator = {
  name: 'wrk',
  run: async (options) => {
    const file = join(DATA_FOLDER, `requests-${randomUUID()}.bin`);
    await writeFile(file, encodeRequests(options));
    const { url, connections, seconds } = options;
    const counts = `--threads 1 --connections ${connections} --duration ${seconds}s --timeout 30s`;
    const args = [...counts.split(' '), '--script', SCRIPT, url, '--', file];
    const { stdout } = await run('wrk', args);
    await rm(file);
    return parseResult(stdout);
  },
};

function encodeRequests({ url, requests }: LoadOptions): Buffer {
  const { host } = new URL(url);
  const texts = requests.map((request) => Buffer.from(encodeRequest(host, request)));
  return Buffer.concat(texts.flatMap((text) => [Buffer.from(`${text.length}\n`), text]));
}

function encodeRequest(host: string, { method, path, headers, body = '' }: LoadRequest): string {
  const lines = Object.entries({
    host,
    ...headers,
    ...(method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

function parseResult(output: string): LoadResult {
  const result: unknown = JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null');
  return {
    requests: getNumberMember(result, 'requests'),
    seconds: getNumberMember(result, 'microseconds') / 1e6,
    p50: getNumberMember(result, 'p50') / 1000,
    p99: getNumberMember(result, 'p99') / 1000,
    failures: getNumberMember(result, 'failures'),
  };
}
