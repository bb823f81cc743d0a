import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeFourEyes,
  FOUR_EYES_RULES,
  type FourEyes,
  getRuleForSwitch,
} from '../../../src/domain/matches/four-eyes-rule.ts';

const ALL: FourEyes = { fourEyesRule: 'all', fourEyesRequest: null };

const same = (userId: number) => ({ userId, madeRequest: true });
const another = (userId: number) => ({ userId, madeRequest: false });

describe('changeFourEyes', () => {
  it('keeps rule and request where a change names no rule', () => {
    const stored: FourEyes = { ...ALL, fourEyesRequest: { userId: 7, rule: 'none' } };
    expect(changeFourEyes(stored, undefined, another(8))).toEqual(stored);
  });

  it('makes a rule weaker once two different users have asked for the same one', () => {
    const asked = changeFourEyes(ALL, 'true_match', another(7));
    expect(asked).toEqual({ ...ALL, fourEyesRequest: { userId: 7, rule: 'true_match' } });
    expect(changeFourEyes(asked, 'true_match', same(7))).toEqual(asked);
    const bySameMailbox = { ...ALL, fourEyesRequest: { userId: 9, rule: 'true_match' } };
    expect(changeFourEyes(asked, 'true_match', same(9))).toEqual(bySameMailbox);
    const weaker = { ...ALL, fourEyesRequest: { userId: 8, rule: 'none' } };
    expect(changeFourEyes(asked, 'none', another(8))).toEqual(weaker);
    const done = { fourEyesRule: 'true_match', fourEyesRequest: null };
    expect(changeFourEyes(asked, 'true_match', another(8))).toEqual(done);
  });

  it('lets an operator make it weaker', () => {
    expect(changeFourEyes(ALL, 'none', null).fourEyesRule).toBe('none');
  });

  it('never becomes weaker by what one user does, whatever that is', () => {
    const changes = fc.array(fc.constantFrom(...FOUR_EYES_RULES), { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...FOUR_EYES_RULES), changes, (first, rules) => {
        let held: FourEyes = { fourEyesRule: first, fourEyesRequest: null };
        for (const rule of rules) {
          const next = changeFourEyes(held, rule, same(7));
          const strengths = [next, held].map((one) => FOUR_EYES_RULES.indexOf(one.fourEyesRule));
          expect(strengths[0]).toBeGreaterThanOrEqual(strengths[1] ?? 0);
          held = next;
        }
      }),
    );
  });
});

it('the switch of earlier versions selects the default, keeps a rule that is on, and ends any', () => {
  expect(getRuleForSwitch('none', true)).toBe('identifier');
  expect(getRuleForSwitch('all', true)).toBe('all');
  expect(getRuleForSwitch('all', false)).toBe('none');
});
