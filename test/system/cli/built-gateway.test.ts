import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeKeys } from '../../../src/lists/load/keys-worker.ts';
import { shareEntries } from '../../../src/resolvers/list-search/shared-entries.ts';
import { at } from '../../support/clients/graphql.ts';
import { extractAndWait } from '../../support/data/extractions.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { makeWorkbook } from '../../support/data/make-workbook.ts';
import { makeScannedPdf, readSpecimen } from '../../support/data/scanned-pdf.ts';
import { inventScreening } from '../../support/data/screenings.ts';
import { storeScreening } from '../../support/data/store-screening.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import type { Reply } from '../../support/gateway/gateway.ts';
import { GATEWAY, type ServeProcess, startServe } from '../../support/processes/serve-process.ts';

const database = useDatabase();
const mapSchema = z.object({ file: z.string(), sourcesContent: z.null().optional() });

/** Apart from the clone, as in an image: nothing is found among the packages of the clone. */
const folder = mkdtempSync(join(tmpdir(), 'built-gateway-'));
const dist = join(folder, 'dist');
const program = join(dist, 'cli', 'gateway.js');

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.ts', dist]);
  cpSync('package.json', join(folder, 'package.json'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The build's own, which its threads share with the thread that starts them. */
const ownPiscina = z.custom<typeof import('piscina')>();

/** Runs one task in a thread of the build, which gets `sought` as its data. */
async function runThread(file: string, name: string, given: { task: unknown; sought?: object }) {
  const { task, sought } = given;
  const { Piscina } = ownPiscina.parse(createRequire(program)('piscina'));
  const thread = new Piscina({
    filename: join(dist, 'cli', `${file}.js`),
    name,
    maxThreads: 1,
    workerData: sought,
  });
  try {
    return await thread.run(task);
  } finally {
    await thread.destroy();
  }
}

const run = (path: string, ...args: string[]): string =>
  execFileSync(process.execPath, [path, ...args], { encoding: 'utf8', env: {} });

type Built = {
  url: string;
  service: TestService;
  request: (method: string, path: string, options?: { body?: unknown }) => Promise<Reply>;
};

async function serveBuilt(): Promise<{ built: Built; served: ServeProcess }> {
  const files = nameFileFolder();
  const served = startServe(
    {
      DATABASE_URL: database.url,
      TOKEN_ISSUER: TOKEN_OPTIONS.issuer,
      TOKEN_AUDIENCE: TOKEN_OPTIONS.audience,
      ...files.env,
    },
    [],
    program,
  );
  const url = await served.url;
  const service = await createTestService(database.db, await createTestTokens(database.db));
  const headers = { ...service.headers, 'content-type': 'application/json' };
  const request: Built['request'] = async (method, path, { body } = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { method, headers, ...sent });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json().catch(() => undefined),
    };
  };
  return { built: { url, service, request }, served };
}

describe('the production build', () => {
  it('has the commands and the version of the sources', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(run(program, '--version')).toBe(`${version}\n`);
    expect(run(program, '--help')).toBe(run(GATEWAY, '--help'));
  });

  it('serves requests, pages, texts in pictures and printed reports from its own files', async () => {
    const { built, served } = await serveBuilt();

    // With two copies of graphql in it every such error would be masked.
    const { body: refused } = await built.request('POST', '/graphql', { body: { query: '{ no' } });
    expect(at(refused, 'errors', 0, 'extensions', 'code')).toBe('GRAPHQL_PARSE_FAILED');

    for (const page of ['/graphiql', '/api/v4/docs']) {
      const text = await (await fetch(`${built.url}${page}`)).text();
      const paths = [...text.matchAll(/"(\/[\w./-]+\.(?:js|css|svg))"/g)].map(([, path]) => path);
      expect(paths.length).toBeGreaterThan(3);
      for (const path of paths)
        expect([path, (await fetch(`${built.url}${path}`)).status]).toEqual([path, 200]);
    }

    const picture = readSpecimen('ine-back');
    const card = { bytes: Buffer.from(picture), name: 'ine.jpg', type: 'image/jpeg' };
    const { width, height } = await sharp(picture).metadata();
    const pdf = makeScannedPdf({ jpeg: picture, width, height });
    for (const sent of [card, { bytes: pdf }]) {
      const { body } = await extractAndWait(built, await uploadAndGetId(built, sent));
      expect(body).toMatchObject({ data: { status: 'done', tipo: 'INE_REVERSO' } });
    }

    const id = await storeScreening(database.db, built.service.serviceId, inventScreening());
    const { headers } = built.service;
    const report = await fetch(`${built.url}/api/v4/blacklist/report/${id}/pdf`, { headers });
    expect([report.status, (await report.text()).slice(0, 5)]).toEqual([200, '%PDF-']);

    expect(served.output().stderr).toBe('');
    expect(await served.stop('SIGTERM')).toBe(0);
  });

  it('starts its threads', async () => {
    const names = [{ name: 'Ana López', partyType: 'natural' as const }];
    expect(await runThread('keys-worker', 'makeKeys', { task: names })).toEqual(makeKeys(names));
    const rows = [['NOMBRE'], ['Ana']];
    const workbook = makeWorkbook(rows);
    expect(await runThread('workbook-worker', 'readCells', { task: workbook })).toEqual(rows);
    const sought = { serviceId: 1, entries: await shareEntries(1, []), outdated: [] };
    const part = { participants: [], from: 0 };
    expect(await runThread('compare-worker', 'compare', { task: part, sought })).toEqual([]);
  });

  it('states the license of every package in it', () => {
    const text = readFileSync(join(dist, 'LICENSES.txt'), 'utf8');
    const copied = globSync('node_modules/{*,@*/*}/package.json', { cwd: dist });
    const names = copied.map((path) => path.split('/').slice(1, -1).join('/'));
    expect(names).toContain('sharp');
    for (const name of [...names, 'graphql', 'pg', 'kysely', 'pdfkit', 'tesseract.js'])
      expect(text).toMatch(new RegExp(`^${name} \\d\\S+ \\(`, 'm'));
  });

  it('has external source maps, without the sources', () => {
    const maps = globSync('cli/*.map', { cwd: dist });
    expect(maps.length).toBeGreaterThan(20);
    for (const path of maps) {
      const map = mapSchema.parse(JSON.parse(readFileSync(join(dist, path), 'utf8')));
      expect([path, map]).toEqual([path, { file: basename(path, '.map') }]);
    }
  });
});
