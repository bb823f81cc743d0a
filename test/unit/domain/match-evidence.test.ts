import { describe, expect, it } from 'vitest';
import { isContradicted, type MatchEvidence } from '../../../src/domain/matches/evidence.ts';
import { needsSecondUser } from '../../../src/domain/matches/four-eyes.ts';
import { FOUR_EYES_RULES, type FourEyesRule } from '../../../src/domain/matches/four-eyes-rule.ts';
import { MATCH_REASONS, type MatchState } from '../../../src/domain/matches/match.ts';

const NOTHING: MatchEvidence = {
  hasEqualIdentifier: false,
  hasOtherIdentifier: false,
  hasEqualName: false,
  hasEqualBirth: false,
  hasEqualBirthday: false,
  hasEqualCountry: false,
  hasContradiction: false,
};

describe('isContradicted', () => {
  it('no reason is contradicted by nothing', () => {
    for (const reason of MATCH_REASONS) expect(isContradicted(reason, NOTHING)).toBe(false);
  });

  it.each([
    ['hasEqualIdentifier', ['different_identifier', 'homonym']],
    ['hasEqualName', ['different_name']],
    ['hasEqualBirth', ['different_birth_date']],
    ['hasEqualBirthday', ['homonym']],
    ['hasEqualCountry', ['different_country']],
    ['hasContradiction', ['same_person']],
    ['hasOtherIdentifier', []],
  ] as const)('%s contradicts %j and no other reason', (fact, contradicted) => {
    const evidence = { ...NOTHING, [fact]: true };
    const found = MATCH_REASONS.filter((reason) => isContradicted(reason, evidence));
    expect(found).toEqual(contradicted);
  });

  it('another identifier beside an equal one leaves room for "another identifier"', () => {
    const evidence = { ...NOTHING, hasEqualIdentifier: true, hasOtherIdentifier: true };
    expect(isContradicted('different_identifier', evidence)).toBe(false);
  });
});

type Over = { state?: MatchState; evidence?: MatchEvidence };

/** Rules by which a decision needs a second user. */
function rulesOf(
  resolution: Parameters<typeof needsSecondUser>[0],
  { state = 'pending', evidence = NOTHING }: Over = {},
): FourEyesRule[] {
  return FOUR_EYES_RULES.filter((rule) =>
    needsSecondUser(resolution, { match: { state }, evidence, rule }),
  );
}

describe('needsTwo', () => {
  const dismissal = { decision: 'false_positive', reason: 'other' } as const;
  const ON = ['true_match', 'identifier', 'all'];

  it('a true match, and taking one back, by every rule but none', () => {
    expect(rulesOf({ decision: 'true_match', reason: 'same_person' })).toEqual(ON);
    expect(rulesOf(dismissal, { state: 'true_match' })).toEqual(ON);
  });

  it('a dismissal by "all", of a match by identifier by "identifier" in addition', () => {
    expect(rulesOf(dismissal)).toEqual(['all']);
    const evidence = { ...NOTHING, hasEqualIdentifier: true };
    expect(rulesOf(dismissal, { evidence })).toEqual(['identifier', 'all']);
    const sent = { match: { state: 'pending' as const }, evidence: undefined };
    expect(needsSecondUser(dismissal, { ...sent, rule: 'identifier' })).toBe(false);
  });

  it('a reason that the evidence contradicts, by every rule but none', () => {
    const resolution = { ...dismissal, reason: 'different_name' } as const;
    expect(rulesOf(resolution, { evidence: { ...NOTHING, hasEqualName: true } })).toEqual(ON);
  });

  it('never what a true match skips', () => {
    expect(rulesOf({ decision: 'skipped', reason: 'same_person' })).toEqual([]);
  });
});
