import { describe, expect, it } from 'vitest';
import {
  findNames,
  KEY_SEPARATOR,
  type NameIndex,
  readWordIds,
} from '../../../../src/domain/screening/search/name-index.ts';
import { NameIndexBuilder } from '../../../../src/domain/screening/search/name-index-builder.ts';
import type { NameProbe } from '../../../../src/domain/screening/search/name-probe.ts';
import { batchProbes, NameRanker } from '../../../../src/domain/screening/search/name-ranker.ts';
import { selectTop } from '../../../../src/domain/screening/search/select-top.ts';
import { getText } from '../../../../src/domain/screening/words/text-table.ts';
import { finishSteps } from '../../../support/gateway/finish-steps.ts';

/** More names, keys and signs than any part of an index has room for at first. */
const COUNT = 12_000;
const keysOf = (at: number): string[] => [`own${at}`, `of${at % 7}`, `also${at % 11}`];
const NAMES = Array.from({ length: COUNT }, (_, at) => `NAME NUMBER${at} Ñ`);

function build(names: readonly string[]): NameIndex {
  const builder = new NameIndexBuilder();
  for (const [at, name] of names.entries())
    builder.add({
      entryId: 2 ** 40 + at,
      partyType: 'legal',
      name,
      keys: keysOf(at).join(KEY_SEPARATOR),
    });
  return finishSteps(builder.finish());
}

const index = build(NAMES);

describe('an index of names', () => {
  it('has each name whole, and those of each key', () => {
    for (const at of [0, 1, 1023, 1024, 8191, COUNT - 1]) {
      expect(getText(index.names, at)).toBe(NAMES[at]);
      expect(index.entryIds[at]).toBe(2 ** 40 + at);
      expect([...findNames(index, `own${at}`)]).toEqual([at]);
    }
    const third = NAMES.flatMap((_, at) => (at % 7 === 3 ? [at] : []));
    expect([...findNames(index, 'of3')]).toEqual(third);
    expect([...findNames(index, 'nobody')]).toEqual([]);
  });

  it('has the words of a name, and none of one in another script', () => {
    const small = build(['Peñascos del Norte', 'Пеньяскос', '']);
    const words: number[] = [];
    expect(readWordIds(small, 0, words)).toBe(true);
    expect(words.map((word) => getText(small.words, word))).toEqual(['PENASCOS', 'NORTE']);
    expect(readWordIds(small, 1, words)).toBe(false);
    expect(readWordIds(small, 2, words)).toBe(true);
    expect(words).toEqual([]);
  });
});

const probe = (keys: string[], also: string[], weight: number): NameProbe => {
  return { keys, also, weight, keysCount: 3 };
};

describe('names of an index', () => {
  it('come in the order of how much they share, however many keys are asked for', () => {
    const many = Array.from({ length: 60 }, (_, at) => probe([`own${at}`], [], 1));
    const probes = [probe(['of3'], ['also5'], 4), probe(['own5'], [], 2), ...many];
    const parts = batchProbes(probes);
    expect(parts.length).toBeGreaterThan(1);
    const ranker = new NameRanker();
    for (let round = 0; round < 2; round += 1) {
      ranker.start(index);
      for (const part of parts) ranker.add(index, part);
      const found = selectTop([{ of: index, ...ranker.finish() }], 3);
      // 38 is of both keys and of the sixty, 5 is asked for twice; then whoever is of both keys.
      expect(found.map(({ nameId }) => nameId)).toEqual([38, 115, 192]);
    }
  });
});
