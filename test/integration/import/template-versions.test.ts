import { beforeEach, expect, it } from 'vitest';
import {
  createImportTarget,
  type ImportTarget,
  importLines,
  readRows,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

function template(key: string, title: string, ...questions: string[]): object {
  const asked = questions.map((one) => ({ key: one, text: one }));
  return { type: 'template', key, title, questions: asked };
}

/** Of all templates by key, once these are imported. */
async function versionsAfter(...lines: object[]): Promise<unknown[]> {
  await importLines(database, target, lines);
  const rows = await readRows(database.db, target, {
    table: 'questionnaire_templates',
    order: 'key',
  });
  return rows.map((row) => row['version']);
}

it('an import counts the version up of each template that it makes another, and of no other', async () => {
  const same = template('d', 'D', 'q1');
  const first = [template('a', 'A', 'q1'), template('b', 'B', 'q1', 'q2'), template('c', 'C')];
  expect(await versionsAfter(...first, same)).toEqual([1, 1, 1, 1]);
  const others = [template('a', 'Otra', 'q1'), template('b', 'B', 'q2', 'q1')];
  expect(await versionsAfter(...others, template('c', 'C', 'q1'), same)).toEqual([2, 2, 2, 1]);
  expect(await versionsAfter(template('b', 'B'), same)).toEqual([2, 3, 2, 1]);
});
