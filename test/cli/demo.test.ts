import { expect, it } from 'vitest';
import { SCOPES } from '../../src/auth/scopes.ts';
import { prepareDemo } from '../../src/cli/demo.ts';
import { loadConfig } from '../../src/config/config.ts';
import { listServiceKeys } from '../../src/resolvers/service/list-service-keys.ts';
import { makeDataFolder } from '../support/data-folder.ts';
import { useDatabase } from '../support/database.ts';

const database = useDatabase();

it('the demo key gives way to one with all scopes where it was made before there were some', async () => {
  const config = loadConfig({ DATA_DIR: await makeDataFolder() });
  const start = async () => (await (await prepareDemo(database, config)).headers())['x-api-key'];
  const first = await start();
  expect(await start()).toBe(first);
  await database.db
    .updateTable('api_keys')
    .set({ scopes: ['business:read'] })
    .execute();
  const second = await start();
  expect(second).not.toBe(first);
  expect(await start()).toBe(second);
  const keys = await listServiceKeys(database.db, 'demo');
  expect(keys.map((one) => [one.scopes, one.revokedAt === null])).toEqual([
    [['business:read'], false],
    [[...SCOPES], true],
  ]);
});
