import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCommands } from '../../src/cli/run-gateway.ts';
import { environmentSchema } from '../../src/config/environment.ts';
import { SECRETS } from '../../src/config/secret-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');
const README = read('README.md');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

const defaults: Record<string, unknown> = environmentSchema.parse({});
const settings = new Set(Object.keys(environmentSchema.shape));

/** Settings of the reference, each with the default in brackets behind the name. */
function listItems(): { name: string; given: string }[] {
  const items = read('docs/reference/settings.md').matchAll(/^- `(\w+)`(?: \(([^)]*)\))?: /gm);
  return [...items].map(([, name = '', given = '']) => ({ name, given }));
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

describe('the settings of the reference', () => {
  const items = listItems();

  it('are read by the gateway', () => {
    expect(items.length).toBeGreaterThan(80);
    expect(items.filter(({ name }) => !settings.has(name))).toEqual([]);
  });

  it('have the defaults that they are said to have', () => {
    const plain = items.filter(
      ({ name, given }) => /^(?:\d+|on|off|info)$/.test(given) && isPlain(defaults[name]),
    );
    expect(plain.length).toBeGreaterThan(50);
    expect(plain.filter(({ name, given }) => write(defaults[name]) !== given)).toEqual([]);
  });

  it('are all that there are, but for those that others have described', () => {
    const all = DOCUMENTS.map(read).join('\n');
    const missing = [...settings].filter((name) => !all.includes(`\`${name}\``));
    expect(missing.filter((name) => !name.startsWith('OTEL_'))).toEqual([]);
  });

  it('may be given as files where that is said', () => {
    const [, said = ''] = /Secrets: (.*)\.$/m.exec(read('docs/reference/settings.md')) ?? [];
    expect(said.match(/[A-Z][A-Z0-9_]+/g)?.toSorted()).toEqual([...SECRETS].toSorted());
  });
});

it('settings that the changelog names are read by the gateway', () => {
  const pattern =
    /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:MS|MAX|MIN|BYTES|URLS?|FILE|BUDGET|PORT|HOURS|DAYS|MONTHS|SIZE|DIR|ZONE))\b/g;
  const named = [...read('CHANGELOG.md').matchAll(pattern)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !isSetting(name))).toEqual([]);
});

/** True for a setting, and for the file of a secret. */
function isSetting(name: string): boolean {
  return settings.has(name) || SECRETS.includes(name.replace(/_FILE$/, ''));
}

describe('the README', () => {
  it('has at most 130 lines', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(130);
  });

  it('leads to the index of every folder of documents', () => {
    const indexes = globSync('docs/*/README.md', { cwd: root });
    expect(indexes.length).toBeGreaterThan(4);
    expect(indexes.filter((path) => !README.includes(`](${path})`))).toEqual([]);
  });
});

describe('the reference', () => {
  it('is what the code says', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/reference.ts', '--verify'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('names every command of the gateway, and no other', () => {
    const help = execFileSync(process.execPath, ['src/cli/gateway.ts', '--help'], { cwd: root });
    const commands = [...String(help).matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    const named = [...read('docs/reference/commands.md').matchAll(/^## ([a-z]+)$/gm)];
    expect(commands.length).toBeGreaterThan(15);
    expect(named.map(([, name = '']) => name).toSorted()).toEqual(
      commands.filter((name) => name !== 'help').toSorted(),
    );
  });
});

describe('the commands that documents show', () => {
  it('are commands of the gateway, with options that they have', async () => {
    const program = await createCommands();
    const shown = [...DOCUMENTS, 'CHANGELOG.md']
      .flatMap((document) =>
        [...read(document).matchAll(/(?:^|[\s`(])gateway ((?:[a-z-]+)(?: [^\n`|;&>]*)?)/gm)].map(
          ([, words = '']) => ({ document, words: words.trim().split(/\s+/) }),
        ),
      )
      .filter(({ words }) => program.commands.some((command) => command.name() === words[0]));
    expect(shown.length).toBeGreaterThan(60);
    const wrong = shown.filter(({ words }) => !isCommand(program, words));
    expect(wrong.map(({ document, words }) => `${document}: ${words.join(' ')}`)).toEqual([]);
  });
});

/** True when the words lead to a command, whose options they name. */
function isCommand(program: Command, words: readonly string[]): boolean {
  let command = program;
  let rest = words;
  for (;;) {
    const next = command.commands.find((child) => child.name() === rest[0]);
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  const options = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
  const known = new Set(command.options.map((option) => option.long));
  const isWhole =
    command.commands.length === 0 || rest.length === 0 || !/^[a-z]/.test(rest[0] ?? '');
  return isWhole && options.every((option) => known.has(option) || option === '--help');
}

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
