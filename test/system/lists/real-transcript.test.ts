import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { describeWithLists } from '../../support/data/lists-data.ts';
import { screenAll } from '../../support/data/living-screening.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';

const gateway = useGateway({ WORKER: 'off' });
const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
afterAll(() => rmSync(folder, { recursive: true }));
const LISTS = join(process.env['LISTS_DATA'] ?? '', 'sat69b');
const PATIENTLY = 240_000;

/** A company that the SAT presumed in October 2018 to invoice what never was, and held so for good in December. */
const RFC = 'AAD121126PD6';
const WRITTEN = 'ASESORES ADSERLOC SA DE CV';

async function command(...args: string[]): Promise<string> {
  const env = { DATABASE_URL: gateway.databaseUrl };
  const { code, stdout, stderr } = await spawnCommand(args, env, PATIENTLY);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

async function send(path: string, body: object): Promise<unknown> {
  const reply = await gateway.request('POST', path, { body });
  expect(reply.status).toBe(200);
  return at(reply.body, 'data');
}

/** All that waits is done, as a worker would. */
const work = async () => await screenAll(gateway.db, gateway.service.serviceId);

const MATCH = `{ participants(first: 1) { nodes { hasPendingMatches matches { sourceCode externalId state
  raisedBecause band score entry { status } screening { databaseId }
  resolutions { decision reason } } } } }`;

async function readMatch(): Promise<unknown> {
  const answer = dataOf(await gateway.graphql(MATCH));
  expect(at(answer, 'participants', 'nodes', 0, 'matches')).toHaveLength(1);
  return at(answer, 'participants', 'nodes', 0, 'matches', 0);
}

async function writeReport(): Promise<string> {
  const id = String(at(await readMatch(), 'screening', 'databaseId'));
  const { body } = await gateway.request('GET', `/api/v4/blacklist/report/${id}`);
  const path = join(folder, `${id}.json`);
  await writeFile(path, JSON.stringify(body));
  return path;
}

describeWithLists('a company of 69-B, from the first list to the report', () => {
  it(
    'is raised, decided, and raised again once the list says another thing of it',
    async () => {
      const { service } = gateway.service;
      const first = await command('lists', 'import', 'sat69b', join(LISTS, 'hist_art69b_0001.csv'));
      expect(first).toContain('sat69b of 2018-10-26 (date stated in the list)');
      await command('service', 'screening', service, '--on', '--families', 'sat69b');
      const company = { id_persona: 7, tipo_per: 'MOR', nombre: WRITTEN };
      await send('/api/v4/fiduciary/requests', {
        id_negocio: 1,
        cod_negocio: 'F/1',
        participantes: [company],
      });
      await work();
      const found = { sourceCode: 'sat69b', externalId: RFC, band: 'NAME_FUZZY' };
      const raised = { ...found, state: 'PENDING', raisedBecause: 'FOUND' };
      expect(await readMatch()).toMatchObject({ ...raised, entry: { status: 'Presunto' } });
      const decision = { id_persona: 7, resolution: 'FALSE_POSITIVE', reason: 'homonym' };
      const resolved = await send('/api/v4/fiduciary/person/matches/resolved', decision);
      expect(resolved).toMatchObject({ resolved: 1, pending: 0 });
      const next = await command('lists', 'import', 'sat69b', join(LISTS, 'hist_art69b_0002.csv'));
      expect(next).toContain('sat69b of 2018-12-05 (date stated in the list)');
      await work();
      expect(await readMatch()).toMatchObject({
        ...found,
        state: 'PENDING',
        raisedBecause: 'ENTRY_CHANGED',
        entry: { status: 'Definitivo' },
        resolutions: [{ decision: 'FALSE_POSITIVE', reason: 'HOMONYM' }],
      });
      const report = await writeReport();
      expect(await command('reports', 'verify', report)).toContain('Valid');
      expect(await command('lists', 'verify')).toBe('Every loaded list is complete.\n');
    },
    PATIENTLY,
  );
});
