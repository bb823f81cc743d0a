import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IMPORT_SHAPE, makeImportLines } from '../../../scripts/import-lines.ts';
import {
  createImportTarget,
  type ImportTarget,
  importLines,
  readVersions,
  writeBytes,
  writeLines,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';
import { startImport, untilStaged } from '../../support/processes/import-process.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const LINES = [...makeImportLines({ ...IMPORT_SHAPE, businesses: 20 })];
const COUNTS = {
  businesses: 20,
  participants: 100,
  documents: 300,
  matches: 0,
  persons: countDistinct(/"id_persona":(\d+)/g),
  files: countDistinct(/"id_descarga":(\d+)/g),
  users: 10,
  templates: 2,
  questions: 20,
  questionnaires: 20,
  answers: 200,
  removed_participants: 0,
  new_businesses: 20,
  changed_businesses: 0,
  new_participants: 100,
  new_users: 10,
  unasked_answers: 0,
};

function countDistinct(pattern: RegExp): number {
  return new Set([...LINES.join('').matchAll(pattern)].map((match) => match[1])).size;
}

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

async function run(...args: string[]): Promise<CommandResult> {
  return await runCommand(['import', ...args], { DATABASE_URL: database.url });
}

describe('gateway import', () => {
  it('prints the counts of all files as its last line', async () => {
    const half = LINES.length / 2;
    const one = await writeLines(LINES.slice(half));
    const text = LINES.slice(0, half).join('\n');
    const two = await writeBytes(gzipSync(text), 'lines.ndjson.gz');
    const counts = Object.entries(COUNTS).map(([name, count]) => `${name} ${count}`);
    expect(await run('--service', target.name, one, two)).toEqual({
      code: 0,
      stdout: `${counts.join(' ')}\n`,
      stderr: '',
    });
    const stored = await readVersions(database.db, target);
    expect(stored.filter((row) => row.startsWith('documents '))).toHaveLength(300);
  });

  it('names answers to questions that no template asks', async () => {
    const user = { type: 'user', id: 1, email: 'ana@example.test', name: 'Ana' };
    const template = {
      type: 'template',
      key: 'kyc',
      title: 'KYC',
      questions: [{ key: 'q1', text: '¿?' }],
    };
    const answers = [
      { question: 'q1', answer: 'uno' },
      { question: 'q-otra', answer: 'dos' },
    ];
    const filled = { type: 'answers', user_id: 1, template: 'kyc', answers };
    const file = await writeLines([user, template, filled]);
    const { stdout, stderr } = await run('--service', target.name, file);
    expect(stdout).toContain(' answers 2 ');
    expect(stdout).toContain('unasked_answers 1');
    expect(stderr).toContain('no template asks: kyc/q-otra');
  });

  it('prints the counts as JSON, and nothing else off a terminal', async () => {
    const { code, stdout, stderr } = await run(
      '--service',
      target.name,
      await writeLines(LINES),
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(COUNTS);
  });

  it('reads standard input', async () => {
    const child = startImport(database.url, target.name);
    child.stdin.end(LINES.join('\n'));
    expect(await once(child, 'close')).toEqual([0, null]);
    const stored = await readVersions(database.db, target);
    expect(stored.filter((row) => row.startsWith('businesses '))).toHaveLength(20);
  });

  it('lists bad lines, exits with 1 and stores nothing', async () => {
    const file = await writeLines([...LINES, '{"type":"user","email":"canary.person"}', '[]']);
    expect(await run('--service', target.name, file)).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'error: Nothing was imported: 2 lines are not valid.',
        `${file}, line ${LINES.length + 1}, email: Must be an e-mail address`,
        `${file}, line ${LINES.length + 2}, the whole line: Must be an object`,
        '',
      ].join('\n'),
    });
    expect(await readVersions(database.db, target)).toEqual([]);
  });

  it('says in one line which service or file there is not', async () => {
    const file = await writeLines(LINES);
    expect(await run('--service', 'nobody', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: Service "nobody" does not exist. Add it with: gateway service add nobody\n',
    });
    const [missing, folder, cut, text] = await Promise.all([
      run('--service', target.name, file, `${file}.none`),
      run('--service', target.name, '/'),
      run(
        '--service',
        target.name,
        await writeBytes(gzipSync(LINES.join('\n')).subarray(0, 99), 'cut.gz'),
      ),
      run('--service', target.name, await writeLines(LINES, 'text.gz')),
    ]);
    expect(missing.stderr).toBe(`error: ${file}.none: the file does not exist.\n`);
    expect(folder.stderr).toBe('error: /: is a folder, not a file.\n');
    for (const { stderr } of [cut, text]) expect(stderr).toMatch(/is not a whole gzip file\./);
    expect([missing, folder, cut, text].map((one) => one.code)).toEqual([1, 1, 1, 1]);
    expect(await readVersions(database.db, target)).toEqual([]);
  });

  it('tries everything with --dry-run, tells what it would do, and changes nothing', async () => {
    const file = await writeLines(LINES);
    const before = await readVersions(database.db, target);
    const { code, stdout } = await run('--service', target.name, file, '--dry-run');
    const counts = Object.entries(COUNTS).map(([name, count]) => `${name} ${count}`);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Every line is valid. Nothing was changed. An import would store:\n${counts.join(' ')}\n`,
    });
    expect(await readVersions(database.db, target)).toEqual(before);
    const { stdout: json } = await run('--service', target.name, file, '--dry-run', '--json');
    expect(JSON.parse(json)).toEqual(COUNTS);
    expect(await importLines(database, target, LINES)).toEqual(COUNTS);
  });

  it('tells with --dry-run what the database refuses, and who would go and change', async () => {
    const [line = '{}', ...others] = LINES.filter((one) => one.includes('"business"'));
    const first = z.looseObject({}).parse(JSON.parse(line));
    await importLines(database, target, LINES);
    const before = await readVersions(database.db, target);
    const changed = [{ ...first, participantes: [] }, ...others];
    const file = await writeLines(changed);
    const { stdout } = await run('--service', target.name, file, '--dry-run');
    expect(stdout).toContain(
      'removed_participants 5 new_businesses 0 changed_businesses 1 new_participants 0 new_users 0',
    );
    const taken = { ...first, id: 999, id_negocio: 1_000_002 };
    const refused = await run('--service', target.name, await writeLines([taken]), '--dry-run');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('line 1, id_negocio: Is the id_negocio of another business');
    expect(refused.stderr).toContain('line 1, participantes.4.id: A participant of another');
    expect(await readVersions(database.db, target)).toEqual(before);
  });

  it('demands a service and a file', async () => {
    const [noService, noFile] = await Promise.all([run('file'), run('--service', target.name)]);
    expect(noService.code).toBe(1);
    expect(noService.stderr).toContain("required option '--service <name>'");
    expect(noFile.code).toBe(1);
    expect(noFile.stderr).toContain("missing required argument 'file'");
  });

  it('says in one line that the connection broke, and stores nothing', async () => {
    const child = startImport(database.url, target.name);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdin.write([...makeImportLines({ ...IMPORT_SHAPE, businesses: 3_000 })].join('\n'));
    await untilStaged(database.db);
    await breakConnection();
    child.stdin.end('\n');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(stderr).toBe(
      'error: The connection to the database was lost. The command can be run again.\n',
    );
    expect(await readVersions(database.db, target)).toEqual([]);
  });
});

/** Breaks the connection of an import that waits for its next line. */
async function breakConnection(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'copy import_documents%'
  `.execute(database.db);
}
