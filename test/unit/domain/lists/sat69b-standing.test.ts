import { describe, expect, it } from 'vitest';
import {
  findOverruledProcedures,
  type Sat69bProcedure,
} from '../../../../src/domain/lists/sat69b-standing.ts';

type Told = { list?: string; letter?: string | null; definitive?: string[]; ruled?: string[] };

function procedure(
  standing: Sat69bProcedure['standing'],
  {
    list = 'sat69b',
    letter = '500-05-2018-16632 de fecha 1 de junio',
    definitive = [],
    ruled = [],
  }: Told,
): Sat69bProcedure {
  return {
    list,
    standing,
    notices: [
      { stage: 'presumed', office: letter, publishedOn: ['2018-06-01'] },
      { stage: 'definitive', office: null, publishedOn: definitive },
      { stage: 'favorable_ruling', office: '500-05-2020-7844', publishedOn: ruled },
    ],
  };
}

const DECIDED = { definitive: ['2018-11-01', '2018-10-20'] };
const RULED = { ruled: ['2020-03-05'] };

function isOverruled(definitive: Sat69bProcedure, ruling: Sat69bProcedure): boolean {
  return findOverruledProcedures([ruling, definitive]).has(definitive);
}

describe('a definitive procedure of article 69-B', () => {
  it('is overruled by a later ruling about the same letter, however that is written', () => {
    const decided = procedure('definitive', DECIDED);
    expect(isOverruled(decided, procedure('favorable_ruling', RULED))).toBe(true);
    const letter = '500-05-2017-1 // 500 05 2018 16632';
    expect(isOverruled(decided, procedure('favorable_ruling', { ...RULED, letter }))).toBe(true);
  });

  it.each<[string, Told, Told]>([
    ['another letter', DECIDED, { ...RULED, letter: '500-05-2018-1663' }],
    ['a ruling in the other list', DECIDED, { ...RULED, list: 'sat69b-bis' }],
    ['no letter', { ...DECIDED, letter: null }, { ...RULED, letter: null }],
    ['an earlier ruling', DECIDED, { ruled: ['2018-10-30'] }],
    ['a ruling of the same day', DECIDED, { ruled: ['2018-11-01'] }],
    ['a ruling of no day', DECIDED, { ruled: [] }],
    ['a decision of no day', { definitive: [] }, RULED],
    ['a decision anew after the ruling', { definitive: ['2018-11-01', '2020-09-25'] }, RULED],
  ])('stands with %s', (_, decided, ruled) => {
    const ruling = procedure('favorable_ruling', ruled);
    expect(isOverruled(procedure('definitive', decided), ruling)).toBe(false);
  });

  it('stands where the ruling is only in its own row, which the authority calls definitive', () => {
    const own = procedure('definitive', { ...DECIDED, ...RULED });
    expect(isOverruled(own, procedure('presumed', RULED))).toBe(false);
  });
});
