import { describe, expect, it } from 'vitest';
import { listPepRelations } from '../../../src/domain/lists/pep-relation.ts';
import { hashEntry } from '../../../src/lists/load/content-hash.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, type ReadResult, readWhole } from '../../support/data/read-list.ts';

const HOLDER = {
  id: 'Q1',
  schema: 'Person',
  caption: 'Ana Uno',
  properties: { topics: ['role.pep'], country: ['mx'] },
};
const POST = { id: 'P1', schema: 'Position', caption: 'Minister of Light', properties: {} };
const HELD = {
  id: 'O1',
  schema: 'Occupancy',
  properties: { holder: ['Q1'], post: ['P1'], startDate: ['2019-01-01'], endDate: ['2024'] },
};

function relative(id: string, name: string): object {
  return { id, schema: 'Person', caption: name, properties: { topics: ['role.rca'] } };
}

/** `said` is what the list says that `to` is. */
function family(of: string, to: string, said: string): object {
  const properties = { person: [of], relative: [to], relationship: [said] };
  return { id: `F-${of}-${to}-${said}`, schema: 'Family', properties };
}

function associate(of: string, to: string): object {
  const properties = { person: [of], associate: [to], relationship: ['partner in business'] };
  return { id: `A-${of}-${to}`, schema: 'Associate', properties };
}

async function read(...entities: object[]): Promise<ReadResult> {
  const lines = entities.map((one) => JSON.stringify(one)).join('\n');
  return await readWhole(READERS.opensanctions, [listFile('ftm.json', lines)]);
}

function matterOf({ byKey }: ReadResult, key: string): string | undefined {
  const entry = byKey.get(key);
  return entry && hashEntry(entry).matter;
}

const TO_HOLDER = { key: 'Q1', name: 'Ana Uno', office: 'Minister of Light' };
const HELD_THEN = { from: '2019-01-01', to: '2024' };

describe('relatives and associates in FollowTheMoney', () => {
  const people = [
    relative('R1', 'Luis Dos'),
    relative('R2', 'Eva Tres'),
    relative('R3', 'Sol Cuatro'),
  ];
  const ties = [family('Q1', 'R1', 'husband'), family('R2', 'Q1', 'Mother'), associate('Q1', 'R3')];

  it('are told of whom in office they are whose, wherever the lines stand', async () => {
    const all = [...ties, ...people, HELD, HOLDER, POST];
    const { byKey, reading } = await read(...all);
    expect(byKey.get('R1')?.details['relatedTo']).toEqual([
      { kind: 'spouse', ...TO_HOLDER, ...HELD_THEN, relationship: 'husband' },
    ]);
    // The word is for what the one in office is to her.
    expect(byKey.get('R2')?.details['relatedTo']).toEqual([
      { kind: 'child', ...TO_HOLDER, ...HELD_THEN },
    ]);
    expect(byKey.get('R3')?.details['relatedTo']).toMatchObject([
      { kind: 'associate', relationship: 'partner in business' },
    ]);
    expect(byKey.get('Q1')?.details['relatedTo']).toBeUndefined();
    expect(reading.warnings).toEqual([]);
    expect(reading.tallies).toMatchObject({ Family: 2, Associate: 1, Person: 4 });
    const turned = await read(...all.toReversed());
    for (const [key, entry] of byKey) expect(turned.byKey.get(key)).toEqual(entry);
  });

  it.each([
    ['wife', 'spouse'],
    ['unmarried partner', 'spouse'],
    ['Cónyuge', 'spouse'],
    ['hija', 'child'],
    ['daughter', 'child'],
    ['unspecified parent', 'parent'],
    ['Padre', 'parent'],
    ['sibling', 'sibling'],
    ['hermano', 'sibling'],
    ['grandmother', 'other'],
    ['stepparent', 'other'],
    ['mother-in-law', 'other'],
    ['relative', 'other'],
    ['', 'other'],
  ])('a %s is of the kind %s', async (word, kind) => {
    const { byKey } = await read(HOLDER, relative('R1', 'Luis Dos'), family('Q1', 'R1', word));
    expect(byKey.get('R1')?.details['relatedTo']).toMatchObject([{ kind, key: 'Q1' }]);
  });

  it('to nobody who is there are left out with a warning by the line, and the rest is read', async () => {
    const { entries, reading } = await read(
      family('Q1', 'R9', 'son'),
      HOLDER,
      associate('R8', 'Q1'),
      family('Q1', 'P1', 'son'),
      POST,
    );
    expect(reading.warnings).toEqual(
      [1, 3, 4].map((line) => ({ file: 'ftm.json', line, code: 'unknown_relative' })),
    );
    expect(entries.map(({ key, details }) => [key, details['relatedTo']])).toEqual([
      ['Q1', undefined],
    ]);
  });

  it('are told once, only to those in office, and of one person no more than twenty', async () => {
    const siblings = await read(
      HOLDER,
      ...people,
      family('Q1', 'R1', 'son'),
      family('R1', 'Q1', 'mother'),
      family('R1', 'R2', 'sister'),
    );
    expect(siblings.byKey.get('R1')?.details['relatedTo']).toMatchObject([{ kind: 'child' }]);
    expect(siblings.byKey.get('R2')?.details['relatedTo']).toBeUndefined();
    const holders = Array.from({ length: 21 }, (_, at) => ({ ...HOLDER, id: `H${at}` }));
    const many = await read(
      relative('R1', 'Luis Dos'),
      ...holders,
      ...holders.map(({ id }) => associate(id, 'R1')),
    );
    expect(many.byKey.get('R1')?.details['relatedTo']).toHaveLength(20);
    expect(many.reading.warnings).toEqual([
      { file: 'ftm.json', line: 43, code: 'relations_left_out' },
    ]);
  });

  it('are told by files without topics too, and by ids that are escaped', async () => {
    const escaped = JSON.stringify({ ...HOLDER, id: 'Qñ', properties: {} }).replace('ñ', '\\u00f1');
    const lines = [
      escaped,
      JSON.stringify({ id: 'R1', schema: 'Person', caption: 'Luis Dos', properties: {} }),
      JSON.stringify(family('Qñ', 'R1', 'son')),
    ].join('\n');
    const { byKey } = await readWhole(READERS.opensanctions, [listFile('ftm.json', lines)]);
    expect(byKey.get('R1')?.details['relatedTo']).toMatchObject([{ kind: 'child', key: 'Qñ' }]);
  });

  it('are matter: who becomes one is looked at again, and nobody else', async () => {
    const [person] = people;
    const plain = { id: 'R1', schema: 'Person', caption: 'Luis Dos', properties: {} };
    const alone = await read(HOLDER, plain);
    const called = await read(HOLDER, person ?? {});
    const tied = await read(HOLDER, person ?? {}, family('Q1', 'R1', 'husband'));
    const renamed = await read(
      { ...HOLDER, caption: 'Ana U.' },
      HELD,
      POST,
      person ?? {},
      family('Q1', 'R1', 'esposo'),
    );
    const matters = [alone, called, tied].map((one) => matterOf(one, 'R1'));
    expect(new Set(matters).size).toBe(3);
    // The word, and what the one in office is called and holds, is not.
    expect(matterOf(renamed, 'R1')).toBe(matterOf(tied, 'R1'));
    expect(matterOf(tied, 'Q1')).toBe(matterOf(alone, 'Q1'));
  });
});

it('an office that is over, nobody knows when, is not told as one that is held', async () => {
  const offices = ['ended', 'current'].map((status, at) => ({
    id: `O${at}`,
    schema: 'Occupancy',
    properties: { holder: [`Q${at}`], post: ['P1'], startDate: ['2019'], status: [status] },
  }));
  const { byKey } = await read(
    POST,
    ...offices,
    { ...HOLDER, id: 'Q0' },
    { ...HOLDER, id: 'Q1' },
    relative('R1', 'Luis Dos'),
    family('Q0', 'R1', 'son'),
    family('Q1', 'R1', 'son'),
  );
  const office = 'Minister of Light';
  expect(byKey.get('Q0')?.details).toMatchObject({
    office,
    offices: [{ office, status: 'ended' }],
  });
  expect(byKey.get('Q0')?.details['status']).toBeUndefined();
  const [ended, held] = listPepRelations(byKey.get('R1')?.details ?? {});
  expect([ended?.from, held?.from]).toEqual([null, '2019']);
});

it('OpenSanctions’ table tells relatives and associates by the column of topics, where there is one', async () => {
  const targets =
    'id,schema,name,aliases,topics\nQ1,Person,Ana Uno,,role.pep\nQ2,Person,Luis Dos,,role.rca;poi\n';
  const { byKey } = await readWhole(READERS.opensanctions, [listFile('targets.csv', targets)]);
  expect(byKey.get('Q2')?.details).toEqual({ schema: 'Person', topics: ['role.rca', 'poi'] });
});

it('titles of members of either chamber are no part of their names', async () => {
  const text =
    'nombre,cargo\nSen. Ana Uno,Senadora\nDip. Luis Dos,Diputado\nDIP. SEN. Eva Tres,x\n';
  const { entries } = await readWhole(READERS['pep-mx-congreso'], [listFile('c.csv', text)]);
  expect(entries.map(({ names }) => names[0]?.name)).toEqual(['Ana Uno', 'Luis Dos', 'Eva Tres']);
});

function nameless(id: string, properties: object, caption?: string): object {
  return { id, schema: 'Person', properties, ...(caption === undefined ? {} : { caption }) };
}

describe('a person without a name of FollowTheMoney', () => {
  it('is called by the parts of one, or by another name; one without any is told by its line', async () => {
    const lines = [
      nameless('Q1', { firstName: ['Ana'], fatherName: ['López'], lastName: ['Uno'] }),
      nameless('Q2', { weakAlias: ['La Dos'], country: ['mx'] }, 'Q2'),
      nameless('Q3', { country: ['mx'] }, 'Person'),
      { id: 'A1', schema: 'Address', properties: {} },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { entries, reading } = await readWhole(READERS.opensanctions, [listFile('f', text)]);
    expect(entries.map(({ key, names }) => [key, names[0]?.name])).toEqual([
      ['Q1', 'Ana López Uno'],
      ['Q2', 'La Dos'],
    ]);
    expect(reading.warnings).toEqual([{ file: 'f', line: 3, code: 'without_name' }]);
  });
});
