import { describe, expect, it } from 'vitest';
import { describeBasis } from '../../../../src/adapters/reports/describe-basis.ts';
import { createItem, SAME_NAME, SAME_RFC } from '../../../support/data/found-matches.ts';

const BIRTH = createItem('birth', 'supports', ['1971-01-01', '1971-01-01']);

describe('basisWords', () => {
  it.each([
    [[SAME_RFC], 'Mismo RFC; sin fecha que comparar'],
    [[SAME_NAME], 'Mismo nombre; sin fecha que comparar'],
    [[SAME_NAME, BIRTH], 'Mismo nombre; fecha de nacimiento o constitución coincidente'],
    [
      [createItem('rfc', 'contradicts', ['A', 'B']), SAME_NAME, BIRTH],
      'Otro RFC; mismo nombre; fecha de nacimiento o constitución coincidente',
    ],
    [
      [
        SAME_NAME,
        createItem('word', 'sound'),
        createItem('birth', 'contradicts'),
        createItem('sex', 'contradicts'),
      ],
      'Nombre parecido; otra fecha de nacimiento o constitución; otro sexo según la CURP',
    ],
    [
      [SAME_NAME, createItem('weak_alias', 'limits')],
      'Mismo nombre, sólo de un alias débil; sin fecha que comparar',
    ],
  ])('%#: says what was compared', (items, words) => {
    expect(describeBasis(items)).toBe(words);
  });

  it('never says that there is no date beside a date that was compared, whatever lowers the band', () => {
    for (const effect of ['supports', 'neutral', 'contradicts'] as const)
      for (const others of [[], [SAME_NAME], [SAME_RFC], [createItem('rfc', 'contradicts')]])
        expect(describeBasis([...others, createItem('birth', effect)])).not.toContain('sin fecha');
  });
});
