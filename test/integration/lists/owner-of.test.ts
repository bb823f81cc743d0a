import { expect, it } from 'vitest';
import { listStatuses } from '../../../src/lists/list-status.ts';
import { resolveListOwner } from '../../../src/lists/resolve-list-owner.ts';
import { presentMoment } from '../../../src/runtime/calendar.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();

it.each([
  [{ source: 'sat69' }, /List "sat69" does not exist\. Lists are ofac-sdn,/],
  [{ source: 'custom:' }, /does not exist/],
  [{ source: 'toString' }, /does not exist/],
  [{ source: 'custom:uno' }, /name the service with --service <name>/],
  [{ source: 'sat69b', service: 'uno' }, /omit --service/],
  [{ source: 'custom:uno', service: 'nadie' }, /Service "nadie" does not exist/],
])('the list %j is told to be none', async (named, message) => {
  await expect(resolveListOwner(database.db, named)).rejects.toThrow(message);
});

it('a list that was never loaded is told as such, not left out', async () => {
  const lists = await listStatuses(database.db, { now: presentMoment() });
  expect(lists).toContainEqual({
    source: 'sat69b',
    title: 'Artículo 69-B, listado completo',
    newest: null,
    ageDays: null,
    isStale: false,
    fetch: null,
  });
});
