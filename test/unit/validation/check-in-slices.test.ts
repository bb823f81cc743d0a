import { describe, expect, it } from 'vitest';
import type { ZodObject } from 'zod';
import { upsertBusinessInput } from '../../../src/resolvers/upsert/write-inputs.ts';
import { fiduciaryRequestSchema } from '../../../src/rest-compat/v4/business/decode-business.ts';
import { checkInSlices } from '../../../src/validation/check-in-slices.ts';
import { checkInput } from '../../../src/validation/input-issues.ts';
import { createRandom, type Random } from '../../support/data/random.ts';

const KEPT = { missingParticipants: 'keep', missingDocuments: 'keep' };

function graphInput(count: number) {
  const participants = Array.from({ length: count }, (_one, place): unknown => ({
    externalPersonId: place + 1,
    personType: place % 2 === 0 ? 'natural' : 'legal',
    name: 'Ana',
    roles: ['FIDEICOMITENTE'],
    requestedDocumentTypes: ['INE'],
  }));
  return { externalId: 1, code: 'F/1', participants, ...KEPT };
}

function wireInput(count: number) {
  const participantes = Array.from({ length: count }, (_one, place): unknown => ({
    id_persona: place + 1,
    tipo_per: place % 2 === 0 ? 'FIS' : 'MOR',
    nombre: 'Ana',
    tipo_doctos: ['INE'],
  }));
  return { id_negocio: 1, cod_negocio: 'F/1', participantes };
}

const WRONG: [unknown, ...unknown[]] = [
  undefined,
  null,
  -1,
  2 ** 60,
  1,
  '',
  'x',
  [],
  {},
  ['', ''],
  true,
];

/** Some members of an object become something else, one may be new and one may go. */
function spoil(random: Random, sound: object): object {
  const spoiled = Object.entries(sound).map(([name, value]): [string, unknown] => [
    name,
    random.below(100) < 15 ? random.pick(WRONG) : value,
  ]);
  const extra = random.below(100) < 10 ? [['unknown', 1]] : [];
  return Object.fromEntries([...spoiled, ...extra]);
}

function spoilAll(random: Random, { list, input }: { list: string; input: object }): unknown {
  const members = new Map<string, unknown>(Object.entries(input)).get(list);
  const spoiled = (Array.isArray(members) ? members : []).map((one: object): unknown => {
    if (random.below(100) < 2) return random.pick(WRONG);
    return random.below(100) < 10 ? spoil(random, one) : one;
  });
  const rest = random.below(100) < 50 ? spoil(random, input) : input;
  return { ...rest, [list]: spoiled };
}

const SCHEMAS: [string, ZodObject, (count: number) => object][] = [
  ['participants', upsertBusinessInput, graphInput],
  ['participantes', fiduciaryRequestSchema, wireInput],
];

describe.each(SCHEMAS)('an input whose %s are checked in turns', (list, schema, make) => {
  it('has the same faults in the same order, or the same data', async () => {
    const random = createRandom(17);
    let good = 0;
    for (let turn = 0; turn < 300; turn += 1) {
      const input = random.below(100) < 10 ? make(60) : spoilAll(random, { list, input: make(60) });
      const plain = checkInput(schema, input);
      const { error: _, ...told } = { error: undefined, ...(await checkInSlices(schema, input)) };
      const { error: _plain, ...expected } = { error: undefined, ...plain };
      expect(told).toEqual(expected);
      good += plain.success ? 1 : 0;
    }
    expect(good).toBeGreaterThan(10);
    expect(good).toBeLessThan(290);
  });

  it('is no object, or has no list, or one that is too long: the same', async () => {
    const tooLong = { ...make(10_000), [list]: Array.from({ length: 10_001 }, () => ({})) };
    for (const input of [tooLong, null, 1, [], {}, { [list]: null }, { [list]: 'x'.repeat(100) }]) {
      const told = await checkInSlices(schema, input);
      expect(told.success ? told.data : told.issues).toEqual(issuesOf(schema, input));
    }
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    expect(await checkInSlices(schema, make(10_000))).toMatchObject({ success: true });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(3);
  });
});

function issuesOf(schema: ZodObject, input: unknown): unknown {
  const plain = checkInput(schema, input);
  return plain.success ? plain.data : plain.issues;
}
