import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ALL_INSTALLATIONS, EMBEDDED, findInstallation } from '../../../bench/src/installations.ts';
import { startEmbedded } from '../../../src/embedded-postgres/start.ts';
import {
  INSTALLED_ROOT,
  listInstalledVersions,
} from '../../support/database/installed-postgres.ts';
import { makeDataFolder } from '../../support/processes/data-folder.ts';

describe('a PostgreSQL to measure on', () => {
  it('is the own one by its version, and nothing that is not there', () => {
    expect(ALL_INSTALLATIONS).toContain(EMBEDDED);
    expect(findInstallation(EMBEDDED)).toBeUndefined();
    for (const name of ['19', '/usr', ''])
      expect(() => findInstallation(name)).toThrow(
        `--postgres ${name}: it is none of 14, 15, 16, 17, 18, nor a folder with bin/postgres.`,
      );
  });

  it.skipIf(listInstalledVersions().length === 0).each(listInstalledVersions())(
    'is an installed one by its folder, which is started as the own one is: %s',
    async (major) => {
      const installation = findInstallation(join(INSTALLED_ROOT, major));
      expect(installation?.version.split('.')[0]).toBe(major);
      const dataDir = await makeDataFolder();
      const { url, stop } = await startEmbedded({ dataDir, installation });
      onTestFinished(stop);
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      await client.end();
      expect(rows[0]?.server_version).toContain(`${installation?.version}`);
    },
  );
});
