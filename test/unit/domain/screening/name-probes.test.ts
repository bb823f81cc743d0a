import { describe, expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { ALERT_THRESHOLD } from '../../../../src/domain/screening/names/score-names.ts';
import { planProbes } from '../../../../src/domain/screening/search/name-probes.ts';
import { probeRegrouped } from '../../../../src/domain/screening/search/regrouped-probes.ts';
import { listTypoKeys } from '../../../../src/domain/screening/search/typo-keys.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';
import { scoreOf } from './score-of.ts';

/** Whether a name of a list is among those that are asked for, where so many have each key. */
function isAskedFor(query: string, candidate: string, partyType: PartyType): boolean {
  const keys = new Set(listBlockingKeys(candidate, partyType).keys);
  const has = (some: readonly string[]): boolean => some.some((key) => keys.has(key));
  return prepareNames(query, partyType)
    .flatMap((name) => planProbes(name, () => 1))
    .some(({ keys: asked, also }) => has(asked) && (also.length === 0 || has(also)));
}

describe('names of few words that alert', () => {
  it.each<[string, string, PartyType]>([
    ['LAEE', 'LEE', 'natural'],
    ['AYAA', 'AYALA', 'legal'],
    ['CHOA', 'OCHOA', 'natural'],
    ['AYA LA', 'AYALA', 'natural'],
    ['LAULAU', 'LAU LAU', 'natural'],
    ['LAU LAU', 'LAULAU', 'natural'],
    ['LEALLEAL', 'LEAL LEAL', 'natural'],
    ['LEEAU', 'LEE AU', 'natural'],
    ['HARO PADO', 'HAROPRADO', 'natural'],
    ['GOMNZCRUZ', 'GOMEZ CRUZ', 'legal'],
    ['STARSCOMMUNICATIONA LLC', 'STARS COMMUNICATIONS LLC', 'legal'],
    ['JUA OVAZQUEZVILVILCU', 'JUAN VAZQUEZ VILVILCU', 'natural'],
  ])(
    'are asked for though no word of theirs has a key of the other: %s, %s',
    (query, candidate, type) => {
      expect(scoreOf(query, candidate, type)).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
      expect(isAskedFor(query, candidate, type)).toBe(true);
    },
  );

  it('are asked for by a bounded number of keys, whatever their letters', () => {
    for (const text of [
      'A'.repeat(40),
      'BFJKLMNRST'.repeat(4),
      `${'BLARGOTE'.repeat(5)} ${'XKCD'.repeat(9)}`,
      'LI',
    ])
      for (const name of prepareNames(text, 'natural'))
        expect(listTypoKeys(name).length).toBeLessThanOrEqual(600);
    for (const name of prepareNames('LAEELAEELA '.repeat(20), 'natural'))
      expect(probeRegrouped(name, 1).length).toBeLessThanOrEqual(32);
  });
});
