import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { environmentSchema } from '../../src/config/environment.ts';
import { SECRETS } from '../../src/config/secret-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');
const README = read('README.md');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

const defaults: Record<string, unknown> = environmentSchema.parse({});
const settings = new Set(Object.keys(environmentSchema.shape));

/** The rows of the tables of settings: the names in the first cell, and what the second says of each. */
function listRows(): { document: string; names: string[]; given: string[] }[] {
  return DOCUMENTS.flatMap((document) => {
    const tables = read(document).match(/^\| variable +\|.*\n(?:\|.*\n)+/gm) ?? [];
    return tables.flatMap((table) =>
      table
        .split('\n')
        .slice(2, -1)
        .map((row) => {
          const [, first = '', second = ''] = row.split('|');
          const names = [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
          return { document, names, given: second.split(',').map((one) => one.trim()) };
        }),
    );
  });
}

/** Not a list, such as ports, which is told otherwise than it is kept. */
function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** As tables write it. */
function write(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}

describe('the settings that documents list', () => {
  const rows = listRows();

  it('are read by the gateway', () => {
    const named = rows.flatMap(({ names }) => names).filter((name) => !name.includes('…'));
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
  });

  it('have the defaults that they are said to have', () => {
    const told = rows
      .filter(({ names, given }) => names.length === given.length)
      .flatMap(({ names, given }) => names.map((name, at) => [name, given[at] ?? ''] as const))
      .filter(([name, said]) => /^(?:\d+|on|off|info)$/.test(said) && isPlain(defaults[name]));
    expect(told.length).toBeGreaterThan(50);
    expect(told.filter(([name, said]) => write(defaults[name]) !== said)).toEqual([]);
  });

  it('are all that there are, but for those that others have described', () => {
    const all = DOCUMENTS.map(read).join('\n');
    const missing = [...settings].filter((name) => !all.includes(`\`${name}\``));
    expect(missing.filter((name) => !name.startsWith('OTEL_'))).toEqual([]);
  });

  it('may be given as files where that is said', () => {
    const section = /## Secrets and TLS\n([\s\S]*?)may each be given/.exec(
      read('docs/operate/operations.md'),
    );
    expect(section?.[1]?.match(/[A-Z][A-Z0-9_]+/g)?.toSorted()).toEqual([...SECRETS].toSorted());
  });
});

describe('the README', () => {
  it('leads to every document', () => {
    const index = README.slice(README.indexOf('## Documents'));
    const documents = globSync('docs/{guide,operate,contribute}/*.md', { cwd: root });
    expect(documents.filter((path) => !index.includes(`](${path})`))).toEqual([]);
  });

  it('names every command of the gateway, and no other', () => {
    const help = execFileSync(process.execPath, ['src/cli/gateway.ts', '--help'], { cwd: root });
    const commands = [...String(help).matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    const [, table = ''] = /## The command line\n([\s\S]*?)\n## /.exec(README) ?? [];
    const named = [...table.matchAll(/^\| `([a-z]+)/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(15);
    expect([...new Set(named)].toSorted()).toEqual(
      commands.filter((name) => name !== 'help').toSorted(),
    );
  });
});

it('what documents have npm run is a script of the project', () => {
  const scriptsSchema = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = scriptsSchema.parse(JSON.parse(read('package.json')));
  const asked = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)(?![\w:-]| --prefix)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !(name in scripts))).toEqual([]);
});
