import { describe, expect, it } from 'vitest';
import { correctId, looksLikeId } from '../../../../src/domain/extraction/correct-id.ts';

describe('an id that was read from a picture', () => {
  it('has digits where only digits can stand, and letters where only letters can', () => {
    expect(correctId(['HEWM72IO28HPLRLGO4', 'HEWM721028HPLRLGO4'])).toMatchObject({
      kind: 'curp',
      value: 'HEWM721028HPLRLG04',
      isVerified: true,
    });
    expect(correctId(['QUULO30418GNA'])).toMatchObject({ kind: 'rfc', value: 'QUUL030418GNA' });
  });

  it('is told by its check digit where a sign may be several', () => {
    // S may be 5 or 3: only 3 gives the check digit.
    expect(correctId(['NUYROSO405HYNXXLA3'])).toMatchObject({
      value: 'NUYR030405HYNXXLA3',
      isVerified: true,
      doubts: 1,
    });
  });

  it('takes from each reading what the check digit proves', () => {
    const mended = correctId(['AEPL910316MQTVLC05', 'AEPL9103I6MQTVLC0S']);
    expect(mended?.value).toBe(correctId(['AEPL910316MQTVLC05'])?.value);
  });

  it('counts as a doubt that a reading has another length', () => {
    expect(correctId(['UAWS530219HQTGLBO5S', 'UAWS530219HQTGLB05'])).toMatchObject({
      value: 'UAWS530219HQTGLB05',
      doubts: 1,
    });
  });

  it('is nothing where no reading has the form of one', () => {
    expect(correctId(['HEWM72', 'CALZADA'])).toBeUndefined();
    expect(correctId(['HEWM729928HPLRLG04'])).toBeUndefined();
  });

  it('is never proven for a key that has no check digit', () => {
    expect(correctId(['HRWLMG72102832H743', 'HRWLMC72102832H743'])).toMatchObject({
      kind: 'electorKey',
      isVerified: false,
      doubts: 1,
    });
  });

  it('is not looked for in words', () => {
    expect(looksLikeId('CONTRIBUYENTES')).toBe(false);
    expect(looksLikeId('HEWM721028HPLRLGO4')).toBe(true);
  });
});
