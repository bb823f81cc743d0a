import { describe, expect, it } from 'vitest';
import { DELETE_MODES, getCompletionRule } from '../../../src/domain/business/completion.ts';
import { normalizeFolio } from '../../../src/domain/business/participant.ts';

describe('completionRule', () => {
  it('deletes the business in mode all only', () => {
    expect(DELETE_MODES.filter((mode) => getCompletionRule(mode).deletesBusiness)).toEqual(['all']);
  });

  it('says for each mode whose participants go, as the v4 table has it', () => {
    const rules = DELETE_MODES.map((mode) => [mode, getCompletionRule(mode).participants]);
    expect(Object.fromEntries(rules)).toEqual({
      without_folio: 'without_folio',
      with_folio: 'with_folio',
      all: 'every',
    });
  });
});

describe('normalizeFolio', () => {
  it.each([null, undefined, '', ' ', '\t\n', '\u00a0', '\u3000'])(
    'takes %j for no folio',
    (folio) => {
      expect(normalizeFolio(folio)).toBeNull();
    },
  );

  it.each(['F-1', ' F-1 ', '0', 'ñ'])('keeps the folio %j as it was written', (folio) => {
    expect(normalizeFolio(folio)).toBe(folio);
  });
});
