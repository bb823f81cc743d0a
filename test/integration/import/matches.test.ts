import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  businessLine,
  createImportTarget,
  getRejection,
  type ImportTarget,
  importLines,
  participant,
  readRows,
  readVersions,
} from '../../support/data/imports.ts';
import { PERSONAL } from '../../support/data/personal.ts';
import { useDatabase } from '../../support/database/database.ts';
import { listWrongFlags } from '../../support/probes/flags.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

const line = (fields: object) =>
  businessLine({
    id_negocio: 1,
    cod_negocio: 'F/1',
    business_name: 'F',
    participantes: [participant({ id: 1, id_persona: 1, nombre: 'Ana', ...fields })],
  });
const OFAC = (match_id: string, status?: string) => ({ list: 'OFAC', match_id, status });

async function readState(): Promise<[pending: unknown, matches: string[]]> {
  const [row] = await readRows(database.db, target, { table: 'participants', order: 'id' });
  const matches = await readRows(database.db, target, {
    table: 'participant_matches',
    order: 'id',
  });
  expect(await listWrongFlags(database.db)).toEqual([]);
  const states = matches.map((one) => `${String(one['external_id'])}: ${String(one['status'])}`);
  return [row?.['has_pending_matches'], states];
}

async function decide(status: string): Promise<void> {
  await sql`
    update participant_matches set status = ${status} where service_id = ${target.serviceId}
  `.execute(database.db);
  await sql`
    update participants set has_pending_matches = false where service_id = ${target.serviceId}
  `.execute(database.db);
  await sql`
    update businesses set has_pending_matches = false where service_id = ${target.serviceId}
  `.execute(database.db);
}

describe('an import of matches', () => {
  it('stores each once, and what is pending follows from them whatever the line says', async () => {
    const matches = [OFAC('a'), OFAC('b', 'TRUE_MATCH'), OFAC('a', 'SKIPPED')];
    const lines = [line({ matches, match_resolution_pending: false })];
    expect(await importLines(database, target, lines)).toMatchObject({ matches: 2 });
    expect(await readState()).toEqual([true, ['a: pending', 'b: true_match']]);
    target = await createImportTarget(database.db);
    const decided = [OFAC('a', 'FALSE_POSITIVE')];
    await importLines(database, target, [
      line({ matches: decided, match_resolution_pending: true }),
    ]);
    expect(await readState()).toEqual([false, ['a: false_positive']]);
  });

  it('changes nothing when it is run again, nor by a line without matches', async () => {
    await importLines(database, target, [line({ matches: [OFAC('a')] })]);
    const before = await readVersions(database.db, target);
    await importLines(database, target, [line({ matches: [OFAC('a')] })]);
    await importLines(database, target, [line({ match_resolution_pending: false })]);
    expect(await readVersions(database.db, target)).toEqual(before);
    expect(await readState()).toEqual([true, ['a: pending']]);
  });

  it('raises nothing that was decided, and what is new', async () => {
    await importLines(database, target, [line({ matches: [OFAC('a')] })]);
    await decide('false_positive');
    const again = { matches: [OFAC('a', 'PENDING')], match_resolution_pending: true };
    await importLines(database, target, [line(again)]);
    expect(await readState()).toEqual([false, ['a: false_positive']]);
    await importLines(database, target, [line({ matches: [OFAC('b')] })]);
    expect(await readState()).toEqual([true, ['a: false_positive', 'b: pending']]);
    const order = { table: 'businesses', order: 'id' };
    expect(await readRows(database.db, target, order)).toMatchObject([{ version: 2 }]);
  });

  it('still takes the line’s word where no match is known', async () => {
    await importLines(database, target, [line({ match_resolution_pending: true })]);
    expect(await readState()).toEqual([true, []]);
    await importLines(database, target, [line({ match_resolution_pending: false })]);
    expect(await readState()).toEqual([false, []]);
  });

  it('takes matches and personal information from a participant that becomes another person', async () => {
    await importLines(database, target, [line({ ...PERSONAL, matches: [OFAC('a')] })]);
    await importLines(database, target, [line({ id_persona: 2, match_resolution_pending: false })]);
    expect(await readState()).toEqual([false, []]);
    const rows = await readRows(database.db, target, { table: 'participants', order: 'id' });
    expect(rows).toMatchObject([{ rfc: null, curp: null, address: null }]);
  });

  it('deletes matches and decisions with a participant that is not listed any more', async () => {
    await importLines(database, target, [line({ matches: [OFAC('a')] })]);
    await sql`
      insert into match_resolutions (service_id, match_id, decision, reason, user_id, api_key_id)
      select service_id, id, 'skipped', 'homonym', 1, 1 from participant_matches
      where service_id = ${target.serviceId}
    `.execute(database.db);
    const none = businessLine({ id_negocio: 1, cod_negocio: 'F/1', participantes: [] });
    await importLines(database, target, [none]);
    expect(await readState()).toEqual([undefined, []]);
  });

  it.each([
    ['matches.0.list', [{ match_id: 'CANARIO' }]],
    ['matches.0.match_id', [{ list: 'OFAC', match_id: '' }]],
    ['matches.0.status', [OFAC('a', 'CANARIO')]],
    ['matches', 'CANARIO'],
  ])('refuses a line that is wrong at %s, without its value', async (field, matches) => {
    const message = await getRejection(database, target, [line({ matches })]);
    expect(message).toContain(`participantes.0.${field}`);
    expect(message).not.toContain('CANARIO');
  });
});
