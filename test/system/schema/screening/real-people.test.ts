import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { loadList } from '../../../../src/lists/load/load-list.ts';
import { READERS } from '../../../../src/lists/readers.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { describeWithLists } from '../../../support/data/lists-data.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });

const FILES = {
  'ofac-sdn': ['sdn', 'add', 'alt', 'sdn_comments'].map((part) => `ofac/sdn-2021-07/${part}.csv`),
  'ofac-cons': ['prim', 'add', 'alt', 'comments'].map((part) => `ofac/cons/cons_${part}.csv`),
  'pep-cia': ['pep/cia_world_leaders_2019.csv'],
  'pep-mx-congreso': ['pep/mx_congreso_LXIV.csv'],
} as const;
const SOURCES = ['ofac-sdn', 'ofac-cons', 'pep-cia', 'pep-mx-congreso'] as const;

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { ... on ScreenPayload { screening {
  outcome matches { score band matchedName entry { key name programs countries details { name text } }
    explanation { feature query candidate effect } } } } } }`;

const answerSchema = z.object({
  outcome: z.string(),
  matches: z.array(
    z.looseObject({
      score: z.number(),
      entry: z.looseObject({ key: z.string(), name: z.string() }),
    }),
  ),
});
type Answer = z.infer<typeof answerSchema>;

async function screen(person: object, lists: readonly string[]): Promise<Answer> {
  const data = dataOf(await gateway.graphql(SCREEN, { input: { person, lists } }));
  return answerSchema.parse(at(data, 'screen', 'screening'));
}

function matchOf({ matches }: Answer, name: string): Answer['matches'][number] | undefined {
  return matches.find(({ entry }) => entry.name === name);
}

describeWithLists('people and companies of the lists as they were really published', () => {
  beforeAll(async () => {
    const pool = createTestPool(gateway.databaseUrl);
    for (const source of SOURCES)
      await loadList({
        pool,
        serviceId: 0,
        source,
        files: FILES[source].map((path) => join(process.env['LISTS_DATA'] ?? '', path)),
        read: READERS[source],
        today: '2026-01-01',
        loadedBy: 'test',
      });
    await pool.end();
  });

  const NUJOMA = { key: '21079', name: 'CONSORCIO NUJOMA, SOCIEDAD CIVIL', programs: ['SDNTK'] };

  it('an RFC alone finds exactly whose it is', async () => {
    const found = await screen({ rfc: 'CNU130416UJ3' }, ['ofac']);
    expect(found.outcome).toBe('ALERT');
    expect(found.matches).toMatchObject([{ band: 'IDENTIFIER_EXACT', entry: NUJOMA }]);
  });

  it.each([
    'Consorcio Nujoma S.C.',
    'consorcio nujoma',
    'CONSORCIO NUJOMA SC',
    'Nujoma Consorcio, Sociedad Civil',
  ])('a name finds it without an RFC: %s', async (name) => {
    const found = await screen({ name }, ['ofac']);
    expect(found.matches[0]).toMatchObject({ entry: NUJOMA });
    expect(found.matches[0]?.score).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    'López Obrador Andrés Manuel',
    'Andrés Manuel López Obrador',
    'LOPEZ OBRADOR ANDRES MANUEL',
    'andres manuel lopez obrador',
    'Obrador López, Manuel Andrés',
  ])('a president is found in whatever order and with accents or without: %s', async (name) => {
    const found = await screen({ name }, ['pep']);
    const match = matchOf(found, 'Andres Manuel LOPEZ OBRADOR');
    expect(match).toMatchObject({
      entry: { countries: ['Mexico'], details: [{ name: 'office', text: 'President' }] },
    });
    expect(match?.score).toBeGreaterThanOrEqual(0.95);
  });

  it('who leaves out a second surname alerts, and it says which word is too much', async () => {
    const found = await screen({ name: 'Marcelo Ebrard' }, ['pep']);
    expect(found.outcome).toBe('ALERT');
    const match = matchOf(found, 'Marcelo EBRARD Casaubon');
    expect(match?.score).toBeGreaterThanOrEqual(0.85);
    const tooMuch = { query: null, candidate: 'CASAUBON', effect: 'extra word in list name' };
    expect(at(match, 'explanation')).toContainEqual(expect.objectContaining(tooMuch));
  });
});
