import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FAULT_TESTS } from '../../../scripts/fault-tests.ts';

it('every fault in the table of operations has a script that tries it, and the other way round', async () => {
  const page = await readFile('docs/operate/operations.md', 'utf8');
  const [, table = ''] = page.split('| lost | script |\n');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(1);
  const named = rows.map((row) => row.split('|').at(-2) ?? '');
  expect(rows.length).toBeGreaterThan(10);
  expect(named.filter((cell) => !/`[\w-]+`/.test(cell))).toEqual([]);
  const words = named.flatMap((cell) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word),
  );
  expect([...new Set(words)].toSorted()).toEqual(Object.keys(FAULT_TESTS).toSorted());
  for (const file of Object.values(FAULT_TESTS).flat())
    expect((await stat(file)).isFile()).toBe(true);
});
