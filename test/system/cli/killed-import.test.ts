import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { IMPORT_SHAPE, makeImportLines } from '../../../scripts/import-lines.ts';
import { createImportTarget, importLines, readVersions } from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';
import { startImport, untilStaged } from '../../support/processes/import-process.ts';

const database = useDatabase();

describe('gateway import', () => {
  it('leaves nothing when it is killed on the way, and the next one works', async () => {
    const target = await createImportTarget(database.db);
    const child = startImport(database.url, target.name);
    child.stdin.on('error', () => undefined);
    child.stdin.write([...makeImportLines({ ...IMPORT_SHAPE, businesses: 3_000 })].join('\n'));
    await untilStaged(database.db);
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    expect(await readVersions(database.db, target)).toEqual([]);
    const lines = [...makeImportLines({ ...IMPORT_SHAPE, businesses: 20 })];
    expect(await importLines(database, target, lines)).toMatchObject({
      businesses: 20,
      new_businesses: 20,
      participants: 100,
      documents: 300,
    });
  });
});
