import { describe, expect, it } from 'vitest';
import { COMPARED_COLUMNS } from '../../../src/db/queries/screening/queue.ts';
import { listIdentityWriters } from '../../support/probes/identity-writers.ts';
import { sources } from '../../support/probes/source-files.ts';

/** Code that must queue no screening, with the reason. Deletions write no column; a restored backup runs no code of ours. */
const EXEMPT: Record<string, string> = {};

function listWriters(code: string) {
  return listIdentityWriters(COMPARED_COLUMNS, [{ path: 'src/db/queries/new.ts', text: code }]);
}

describe('code that writes what participants are screened by', () => {
  const writers = listIdentityWriters(COMPARED_COLUMNS);

  it('queues the screening in the same statement, wherever it stands', () => {
    const silent = writers.filter(({ isQueueing, place }) => !isQueueing && !EXEMPT[place]);
    expect(silent).toEqual([]);
    // Fewer would mean that the scan misses statements.
    expect(writers.length).toBeGreaterThanOrEqual(6);
    const places = new Set(writers.map(({ place }) => place));
    expect(Object.keys(EXEMPT).filter((place) => !places.has(place))).toEqual([]);
  });

  it('is below src/db, so that no other layer goes around it', () => {
    const elsewhere = writers.filter(({ place }) => !place.startsWith('src/db/queries/'));
    expect(elsewhere).toEqual([]);
  });

  it('covers every column that the worker reads of a participant', () => {
    const path = 'src/db/queries/screening/screenable.ts';
    const { code } = sources.find((file) => file.path === path) ?? { code: '' };
    const [, columns = ''] = /const COLUMNS = sql`([^`]*)`/.exec(code) ?? [];
    const read = [...columns.matchAll(/\bp\.(\w+)/g)].map(([, column]) => column);
    expect(new Set(read)).toEqual(new Set(['id', 'business_id', ...COMPARED_COLUMNS]));
  });
});

describe('the scan', () => {
  it.each([
    ['an update', 'sql`update participants p set curp = ${curp} where p.id = 1`', ['curp']],
    ['an update in plain text', "sql.raw('update participants set name = $1')", ['name']],
    ['an insert', 'sql`insert into participants (service_id, rfc) select 1, 2`', ['rfc']],
    [
      'a merge',
      'sql`merge into participants p using x on true when matched then update set rfc = x.rfc`',
      ['rfc'],
    ],
    ['a copy', 'sql`copy participants (id, name) from stdin`', ['name']],
    ['a builder', "db.updateTable('participants').set({ curp })", ['curp']],
    [
      'a builder with an alias',
      "db.updateTable('participants as p').set({ person_id: 7 })",
      ['person_id'],
    ],
  ])('finds %s that queues nothing', (_kind, statement, columns) => {
    expect(listWriters(`export function write(db) { return ${statement}; }`)).toEqual([
      { place: 'src/db/queries/new.ts: write', columns, isQueueing: false },
    ]);
  });

  it('passes over what writes other columns, and what only reads', () => {
    const code = `
      export const touch = sql\`update participants p set updated_at = now() where p.name = 'A'\`;
      export const read = sql\`select name from participants\`;`;
    expect(listWriters(code)).toEqual([]);
  });

  it('sees a queue that another function of the file adds', () => {
    const code = `
      const update = prepare(() => sql\`update participants set rfc = null\`);
      function prepare(build) { return sql\`\${build()}, \${queueScreeningCtes(1, rows)}\`; }`;
    expect(listWriters(code)).toMatchObject([{ isQueueing: true }]);
  });
});
