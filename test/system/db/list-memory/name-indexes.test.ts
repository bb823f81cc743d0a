import { beforeAll, describe, expect, it } from 'vitest';
import { createListCaches, type ListCaches } from '../../../../src/db/list-memory/list-caches.ts';
import type { ScreenedSubject } from '../../../../src/domain/screening/screening.ts';
import type { ScreenRequest } from '../../../../src/resolvers/list-search/screen-request.ts';
import { screenSubjects } from '../../../../src/resolvers/screening/screen-subjects.ts';
import { type LoadNames, loadNames, NOBODY } from '../../../support/data/named-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const [OURS, THEIRS] = [7, 8];
let memory: ListCaches;

const load: LoadNames = async (...list) => await loadNames(database.url, ...list);

function onFault(fault: unknown): never {
  throw new Error('The names were not read.', { cause: fault });
}

function remember(bytesMax: number): ListCaches {
  return createListCaches({ db: database.db, bytesMax, onFault });
}

beforeAll(async () => {
  await load([['CIE150318QX5', 'COMERCIAL IMAGINARIA DEL ESTE SA DE CV']], '2024-01-31');
  await load(
    [
      ['CIE150318QX5', 'COMERCIALIZADORA IMAGINARIA DEL ESTE SA DE CV'],
      ['TIM990101AB1', 'TRANSPORTES IMPERMEABLES SA DE CV'],
      ['PEÑ880505XY9', 'PEÑASCOS Y ARÁNDANOS SA DE CV'],
    ],
    '2024-03-31',
  );
  await load([['TIM990101AB1', 'TRANSPORTES IMPERMEABLES']], '2024-02-01', OURS);
  await load([['OSC880505XY9', 'OBRAS SECRETAS SA DE CV']], '2024-02-01', THEIRS);
  memory = remember(64 * 1024 ** 2);
});

type Asked = { serviceId?: number; memory?: ListCaches | undefined } & Partial<ScreenRequest>;

async function screen(subject: Partial<ScreenedSubject>, asked: Asked = {}): Promise<string[]> {
  const { serviceId = OURS, memory: held, ...request } = { memory, ...asked };
  const { matchesBySubject } = await screenSubjects(
    { db: database.db, serviceId, memory: held },
    {
      subjects: [{ ...NOBODY, ...subject }],
      lists: 'all',
      asOf: '2024-05-01',
      minScore: 0.85,
      ...request,
    },
  );
  return (matchesBySubject[0] ?? []).map(
    ({ entry: { source, name }, score }) => `${source} ${name} ${score}`,
  );
}

/** Asks once for what is then read, and once more of what is held. */
async function screenHeld(subject: Partial<ScreenedSubject>, asked: Asked = {}): Promise<string[]> {
  await screen(subject, asked);
  await (asked.memory ?? memory).names.settle();
  return await screen(subject, asked);
}

const NAMES = [
  'Transportes Impermables, S.A. de C.V.',
  'Comercializadora Imaginaria del Este',
  'PENASCOS Y ARANDANOS',
  'PEÑASCOZ Y ARÁNDANOZ SA',
  'OBRAS SECRETAS',
  'NADIE CONOCIDO',
];

describe('names that a process holds', () => {
  it.each(NAMES)('find what the database finds: %s', async (name) => {
    const held = await screenHeld({ name });
    expect(memory.names.bytes()).toBeGreaterThan(0);
    expect(held).toEqual(await screen({ name }, { memory: undefined }));
  });

  it('show no list of another service, whoever asked before', async () => {
    const name = 'OBRAS SECRETAS';
    expect(await screenHeld({ name }, { serviceId: THEIRS })).toHaveLength(1);
    expect(await screenHeld({ name }, { serviceId: OURS })).toEqual([]);
    expect(await screenHeld({ name }, { lists: ['custom:own-8'] })).toEqual([]);
  });

  it('are those of the lists that are asked for', async () => {
    const found = await screenHeld({ name: 'Transportes Impermeables' }, { lists: ['own'] });
    expect(found).toEqual(['custom:own-7 TRANSPORTES IMPERMEABLES 1']);
  });

  it('say nothing of a day that is past', async () => {
    const name = 'Transportes Impermeables';
    const past = { asOf: '2024-02-15', lists: ['sat69-exigibles'] };
    await screenHeld({ name });
    expect(await screen({ name }, past)).toEqual([]);
    expect(await screen({ name: 'Comercial Imaginaria del Este' }, past)).toHaveLength(1);
  });

  it('are of no use once a list is loaded anew, at once', async () => {
    const name = 'ROBLES TRANSPARENTES';
    expect(await screenHeld({ name })).toEqual([]);
    await load([['ROB990101AB1', 'ROBLES TRANSPARENTES SA DE CV']], '2024-04-01', OURS);
    const found = ['custom:own-7 ROBLES TRANSPARENTES SA DE CV 1'];
    expect(await screen({ name })).toEqual(found);
    expect(await screenHeld({ name })).toEqual(found);
    expect(await screenHeld({ name: 'Transportes Impermeables' })).toHaveLength(1);
  });

  it('are not kept where they take too much, and then the database finds', async () => {
    const small = remember(1);
    const found = await screenHeld({ name: 'Transportes Impermeables' }, { memory: small });
    expect(found).toHaveLength(1);
    expect(small.names.bytes()).toBe(0);
  });

  it('go where nobody asks for them, as for those of a list that was forgotten', async () => {
    let now = 0;
    const { db } = database;
    const short = createListCaches({
      db,
      bytesMax: 64 * 1024 ** 2,
      onFault,
      now: () => now,
    });
    const own = { memory: short, serviceId: THEIRS, lists: ['own'] };
    await screenHeld({ name: 'OBRAS SECRETAS' }, own);
    const bytes = short.names.bytes();
    expect(bytes).toBeGreaterThan(0);
    await database.pool.query('delete from list_snapshots where service_id = $1', [THEIRS]);
    expect(await screen({ name: 'OBRAS SECRETAS' }, own)).toEqual([]);
    expect(short.names.bytes()).toBe(bytes);
    now += 3_600_001;
    await screen({ name: 'OBRAS SECRETAS' }, own);
    expect(short.names.bytes()).toBe(0);
  });
});
