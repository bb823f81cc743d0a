import type { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { createListCaches, type ListCaches } from '../../../../src/db/list-memory/list-caches.ts';
import type {
  ScreenedSubject,
  ScreeningMatch,
} from '../../../../src/domain/screening/screening.ts';
import type { ScreenRequest } from '../../../../src/resolvers/list-search/screen-request.ts';
import { screenSubjects } from '../../../../src/resolvers/screening/screen-subjects.ts';
import { type LoadNames, loadNames, NOBODY } from '../../../support/data/named-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const [OURS, THEIRS] = [7, 8];
/** Services whose lists change while they are screened. */
const LOADING = [9, 10];

const load: LoadNames = async (...list) => await loadNames(database.url, ...list);

beforeAll(async () => {
  await load([['CIE150318QX5', 'COMERCIAL IMAGINARIA DEL ESTE SA DE CV']], '2024-01-31');
  await load(
    [
      ['CIE150318QX5', 'COMERCIALIZADORA IMAGINARIA DEL ESTE SA DE CV'],
      ['TIM990101AB1', 'TRANSPORTES IMPERMEABLES SA DE CV'],
    ],
    '2024-03-31',
  );
  await load([['TIM990101AB1', 'TRANSPORTES IMPERMEABLES']], '2024-02-01', OURS);
  await load([['OSC880505XY9', 'OBRAS SECRETAS SA DE CV']], '2024-02-01', THEIRS);
  for (const serviceId of LOADING)
    await load([['TIM990101AB1', 'TRANSPORTES IMPERMEABLES']], '2024-02-01', serviceId);
});

async function screen(
  subject: Partial<ScreenedSubject>,
  request: Partial<ScreenRequest> = {},
): Promise<ScreeningMatch[]> {
  const { matchesBySubject } = await screenSubjects(
    { db: database.db, serviceId: OURS },
    {
      subjects: [{ ...NOBODY, ...subject }],
      lists: 'all',
      asOf: '2024-05-01',
      minScore: 0.85,
      ...request,
    },
  );
  return matchesBySubject[0] ?? [];
}

const found = (matches: readonly ScreeningMatch[]): string[] =>
  matches.map(({ entry: { source, name }, band }) => `${source} ${name} ${band}`);

describe('screenSubjects', () => {
  it('finds by RFC, whatever the name says', async () => {
    expect(found(await screen({ rfc: 'CIE150318QX5', name: 'OTRA COSA' }))).toEqual([
      'sat69-exigibles COMERCIALIZADORA IMAGINARIA DEL ESTE SA DE CV identifier_exact',
    ]);
  });

  it('finds by name, in lists of all and in the own ones', async () => {
    expect(found(await screen({ name: 'Transportes Impermables, S.A. de C.V.' }))).toEqual([
      'sat69-exigibles TRANSPORTES IMPERMEABLES SA DE CV name_fuzzy',
      'custom:own-7 TRANSPORTES IMPERMEABLES name_fuzzy',
    ]);
  });

  it('finds nothing in the lists of another service', async () => {
    expect(await screen({ name: 'OBRAS SECRETAS', rfc: 'OSC880505XY9' })).toEqual([]);
    expect(await screen({ rfc: 'OSC880505XY9' }, { lists: ['custom:own-8'] })).toEqual([]);
  });

  it('looks only at the lists that are asked for', async () => {
    const matches = await screen({ rfc: 'TIM990101AB1' }, { lists: ['custom:own-7'] });
    expect(found(matches)).toEqual(['custom:own-7 TRANSPORTES IMPERMEABLES identifier_exact']);
  });

  it('answers with what held on the day', async () => {
    const matches = await screen({ rfc: 'CIE150318QX5' }, { asOf: '2024-02-15' });
    expect(found(matches)).toEqual([
      'sat69-exigibles COMERCIAL IMAGINARIA DEL ESTE SA DE CV identifier_exact',
    ]);
    expect(await screen({ rfc: 'TIM990101AB1' }, { asOf: '2024-01-31' })).toEqual([]);
  });

  it('tells of each list whether it was loaded on the day', async () => {
    const { lists } = await screenSubjects(
      { db: database.db, serviceId: OURS },
      {
        subjects: [NOBODY],
        lists: ['sat69b', 'sat69-exigibles'],
        asOf: '2024-01-01',
        minScore: 0.85,
      },
    );
    expect(lists.map(({ code, isLoaded }) => [code, isLoaded])).toEqual([
      ['sat69b', false],
      ['sat69-exigibles', false],
    ]);
    const all = await screenSubjects(
      { db: database.db, serviceId: OURS },
      { subjects: [NOBODY], lists: 'all', asOf: '2024-05-01', minScore: 0.85 },
    );
    const loaded = all.lists.filter(({ isLoaded }) => isLoaded);
    expect(loaded.map(({ code, asOf }) => [code, asOf])).toEqual([
      ['sat69-exigibles', '2024-03-31'],
      ['custom:own-7', '2024-02-01'],
    ]);
  });

  it('answers each of many subjects, in their order', async () => {
    const { matchesBySubject } = await screenSubjects(
      { db: database.db, serviceId: OURS },
      {
        subjects: [
          { ...NOBODY, rfc: 'TIM990101AB1' },
          NOBODY,
          { ...NOBODY, name: 'IMAGINARIA DEL ESTE COMERCIALIZADORA', partyType: 'legal' },
        ],
        lists: ['sat69-exigibles'],
        asOf: '2024-05-01',
        minScore: 0.85,
      },
    );
    expect(matchesBySubject.map((matches) => matches.length)).toEqual([1, 0, 1]);
  });
});

/** Shows each statement of what `screenSubjects` sends before it is sent. */
function shown(onStatement: (query: CompiledQuery) => Promise<void>): Db {
  return new Proxy(database.db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== 'executeQuery')
        return typeof member === 'function' ? member.bind(target) : member;
      return async (query: CompiledQuery) => {
        await onStatement(query);
        return await target.executeQuery(query);
      };
    },
  });
}

/** Has room for the names of no list, so that the database finds them. */
function rememberNoNames(): ListCaches {
  return createListCaches({ db: database.db, bytesMax: 1, onFault: () => undefined });
}

it.each([
  ['the candidates and the valid entries', 'as valid', LOADING[0], undefined],
  ['the identifiers and the candidates', 'probes as materialized', LOADING[1], rememberNoNames],
] as const)('looks again where a list was loaded between %s', async (...arguments_) => {
  const [, next, serviceId = 0, remember] = arguments_;
  let isLoaded = false;
  const name = `TRANSPORTES IMPERMEABLES DEL ${next}`;
  const loading = shown(async (query) => {
    if (isLoaded || !query.sql.includes(next)) return;
    isLoaded = true;
    await load([['TIM990101AB1', name]], '2024-04-01', serviceId);
  });
  const to = { db: loading, serviceId, memory: remember?.() };
  const subject = { ...NOBODY, name };
  const list = `custom:own-${serviceId}`;
  const request = { subjects: [subject], lists: [list], asOf: '2024-05-01', minScore: 0.85 };
  const screened = await screenSubjects(to, request);
  expect(isLoaded).toBe(true);
  expect(screened.lists.map(({ asOf }) => asOf)).toEqual(['2024-04-01']);
  expect(found(screened.matchesBySubject[0] ?? [])).toEqual([`${list} ${name} name_exact_no_dob`]);
});

it('looks an identifier up once, whatever finds the names', async () => {
  const rfc = 'CIE150318QX5';
  const askedFor: string[] = [];
  const db = shown(async ({ parameters }) => {
    askedFor.push(...parameters.map(String).filter((value) => value.includes(rfc)));
    await Promise.resolve();
  });
  const subjects = [{ ...NOBODY, rfc, name: 'OTRA COSA' }];
  const request = { subjects, lists: 'all', asOf: '2024-02-15', minScore: 0.85 } as const;
  for (const memory of [undefined, rememberNoNames()]) {
    const { matchesBySubject } = await screenSubjects({ db, serviceId: OURS, memory }, request);
    expect(found(matchesBySubject[0] ?? [])).toHaveLength(1);
    expect(askedFor.splice(0)).toHaveLength(1);
  }
});
