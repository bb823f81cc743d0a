import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_SHAPE, type ImportShape, makeImportLines } from '../../scripts/import-lines.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { GATEWAY_DIR, runGateway, SERVICE } from './gateway.ts';
import { type Postgres, runSql } from './postgres.ts';

/** Data set: 20,000 businesses with 5 participants of 3 documents each, with consecutive ids from 1. */
export const SHAPE: ImportShape = { ...IMPORT_SHAPE, businesses: 20_000, users: 100 };

/** Numbers of questions of the questionnaires for imports of answers. */
export const QUESTION_COUNTS = [50, 5000] as const;
export type QuestionCount = (typeof QUESTION_COUNTS)[number];

export function templateKey(questions: QuestionCount): string {
  return `bench-${questions}`;
}

/** Returns the question keys of a questionnaire, in order. */
export function questionKeys(questions: QuestionCount): string[] {
  return Array.from({ length: questions }, (_, index) => `b${questions}_${index + 1}`);
}

/** Returns a hash of the data set and the migrations, so that a database of other tables is never reused. */
function fingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify([SHAPE, QUESTION_COUNTS]));
  for (const path of globSync('src/db/migrations/0*.ts', { cwd: GATEWAY_DIR }).toSorted()) {
    hash.update(readFileSync(join(GATEWAY_DIR, path)));
  }
  return hash.digest('hex').slice(0, 12);
}

export type Templates = {
  /** Migrated database with the service only. */
  empty: string;
  /** Database with all rows, analyzed. */
  loaded: string;
};

/**
 * Returns the template databases that the runs copy. Creates them with the commands of the gateway when this machine
 * has none for these tables.
 */
export async function prepareTemplates(postgres: Postgres): Promise<Templates> {
  const mark = fingerprint();
  const templates = { empty: `empty_${mark}`, loaded: `loaded_${mark}` };
  const kept = await postgres.list();
  for (const name of kept)
    if (/_[\da-f]{12}$/.test(name) && !name.endsWith(mark)) await postgres.drop(name);
  if (!kept.includes(templates.empty)) await makeEmpty(postgres, templates.empty);
  if (!kept.includes(templates.loaded)) await makeLoaded(postgres, templates);
  return templates;
}

async function makeEmpty(postgres: Postgres, name: string): Promise<void> {
  const url = postgres.urlOf('making');
  await postgres.create('making');
  await runGateway(url, ['migrate', 'up']);
  await runGateway(url, ['service', 'add', SERVICE]);
  await postgres.rename('making', name);
}

async function makeLoaded(postgres: Postgres, { empty, loaded }: Templates): Promise<void> {
  const url = postgres.urlOf('making');
  await postgres.create('making', empty);
  const file = await writeImportFile('dataset.ndjson');
  await runGateway(url, ['import', '--service', SERVICE, file]);
  await runSql(url, 'vacuum (freeze, analyze)', 'checkpoint');
  await postgres.rename('making', loaded);
}

/** Writes the data set as a file for the import command, and returns its path. */
export async function writeImportFile(name: string): Promise<string> {
  const file = join(DATA_FOLDER, name);
  await rm(file, { force: true });
  await writeFile(file, importText());
  return file;
}

function* importText(): Generator<string> {
  for (const count of QUESTION_COUNTS) {
    const questions = questionKeys(count).map((key) => ({ key, text: `Question ${key}?` }));
    const template = { key: templateKey(count), title: `Questionnaire of ${count}`, questions };
    yield `${JSON.stringify({ type: 'template', ...template })}\n`;
  }
  for (const line of makeImportLines(SHAPE)) yield `${line}\n`;
}
