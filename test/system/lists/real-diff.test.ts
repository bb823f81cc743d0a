import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { diffList } from '../../../src/db/queries/lists/diff.ts';
import { describeWithLists } from '../../support/data/lists-data.ts';
import { loadSatList } from '../../support/data/sat-lists.ts';
import { useDatabase } from '../../support/database/database.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
const OCTOBER = '2018-10-26';
const DECEMBER = '2018-12-05';

/** Four of those who stood in the list already got a procedure more: an entry, but no taxpayer. */
const EXPECTED = {
  added: 443 + 4,
  removed: 0,
  rfcs: { added: 443, removed: 0 },
};
const STATUSES = [
  { from: 'Presunto', to: 'Definitivo', count: 479 },
  { from: 'Definitivo', to: 'Sentencia Favorable', count: 11 },
];

describeWithLists('article 69-B as it was really published, from one day to another', () => {
  beforeAll(async () => {
    const files = ['hist_art69b_0001.csv', 'hist_art69b_0002.csv'];
    for (const file of files) {
      const path = join(process.env['LISTS_DATA'] ?? '', 'sat69b', file);
      await loadSatList(database.url, { code: 'sat69b', list: { path } });
    }
  });

  it('443 taxpayers came, nobody went, and each change of standing is counted', async () => {
    const list = { serviceId: 0, source: 'sat69b' };
    const diff = await diffList(database.db, { ...list, from: OCTOBER, to: DECEMBER });
    expect(diff).toMatchObject(EXPECTED);
    expect(diff.statuses).toEqual(expect.arrayContaining(STATUSES));
    expect(diff.added + diff.changed + diff.unchanged).toBe(9293);
    const back = await diffList(database.db, { ...list, from: DECEMBER, to: OCTOBER });
    expect(back).toMatchObject({ added: 0, removed: 447, rfcs: { added: 0, removed: 443 } });
  });

  it('the command line tells the same', async () => {
    const env = { DATABASE_URL: database.url };
    const args = ['lists', 'diff', 'sat69b', '--from', OCTOBER, '--to', DECEMBER];
    const { stdout } = await spawnCommand(args, env);
    expect(stdout).toMatch(/^entries: added 447, removed 0, .*\nRFCs: added 443, removed 0\n/);
    expect(stdout).toContain('\nPresunto → Definitivo: 479\n');
    expect(stdout).toContain('\nDefinitivo → Sentencia Favorable: 11\n');
    const json: unknown = JSON.parse((await spawnCommand([...args, '--json'], env)).stdout);
    expect(json).toMatchObject(EXPECTED);
  });
});
