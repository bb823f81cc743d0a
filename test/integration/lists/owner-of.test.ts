import { expect, it } from 'vitest';
import { listStatus } from '../../../src/lists/list-status.ts';
import { ownerOf } from '../../../src/lists/owner-of.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();

it.each([
  [{ source: 'sat69' }, /There is no list "sat69"\. There are ofac-sdn,/],
  [{ source: 'custom:' }, /There is no list/],
  [{ source: 'toString' }, /There is no list/],
  [{ source: 'custom:uno' }, /--service <name> says whose/],
  [{ source: 'sat69b', service: 'uno' }, /leave out --service/],
  [{ source: 'custom:uno', service: 'nadie' }, /no service "nadie"/],
])('the list %j is told to be none', async (named, message) => {
  await expect(ownerOf(database.db, named)).rejects.toThrow(message);
});

it('a list that was never loaded is told as such, not left out', async () => {
  const lists = await listStatus(database.db, { now: new Date() });
  expect(lists).toContainEqual({
    source: 'sat69b',
    title: 'Artículo 69-B, listado completo',
    newest: null,
    ageDays: null,
    isStale: false,
    fetch: null,
  });
});
