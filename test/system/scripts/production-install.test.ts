import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const read = <T>(path: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')));

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = z.record(z.string(), z.unknown()).optional();

describe('a production install', () => {
  it('takes none of the packages of the example frontend', () => {
    const entry = z.object({ dev: z.boolean().optional() });
    const lock = read('package-lock.json', z.object({ packages: z.record(z.string(), entry) }));
    const own = z.object({ dependencies: packages, devDependencies: packages });
    const { dependencies = {}, devDependencies = {} } = read('examples/web/package.json', own);
    expect(dependencies).toEqual({});
    const installed = new Set(Object.keys(read('package.json', own).dependencies ?? {}));
    const ofExample = Object.keys(devDependencies).filter((name) => !installed.has(name));
    expect(ofExample.length).toBeGreaterThan(5);
    // Some are those of the test runner too.
    const shared = Object.entries(lock.packages).filter(([place]) =>
      ofExample.includes(place.split('node_modules/').at(-1) ?? ''),
    );
    expect(shared.filter(([, { dev }]) => dev !== true)).toEqual([]);
  });

  it('is listed from the lock file alone, graphql too, which npm omits with --omit=dev', () => {
    const run = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', cwd: root });
    expect([run.status, run.stderr]).toEqual([0, '']);
    const { metadata, components } = z
      .object({
        metadata: z.object({ component: z.object({ version: z.string() }) }),
        components: z.array(z.object({ name: z.string() })),
      })
      .parse(JSON.parse(run.stdout));
    const own = read('package.json', z.object({ version: z.string(), dependencies: packages }));
    expect(metadata.component.version).toBe(own.version);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(own.dependencies ?? {})));
  });

  it('runs no script of @scarf and tells it nothing', () => {
    const own = z.object({
      scarfSettings: z.object({ enabled: z.boolean() }),
      allowScripts: z.record(z.string(), z.boolean()),
    });
    const { scarfSettings, allowScripts } = read('package.json', own);
    expect(scarfSettings).toEqual({ enabled: false });
    expect(allowScripts['@scarf/scarf']).toBe(false);
  });
});
