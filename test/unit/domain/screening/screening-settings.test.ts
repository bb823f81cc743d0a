import { expect, it } from 'vitest';
import {
  changeFourEyes,
  NO_SCREENING,
} from '../../../../src/domain/screening/screening-settings.ts';

it('a change that says nothing of four eyes leaves the other settings of the service alone', () => {
  const stored = { ...NO_SCREENING, fourEyes: true, fourEyesOffUserId: 7 };
  const kept = { fourEyes: true, fourEyesOffUserId: 7 };
  expect(changeFourEyes(stored, undefined, 8)).toEqual(kept);
  expect(changeFourEyes(stored, null, 8)).toEqual(kept);
});

it.each([
  { who: 'the first user', first: null, userId: 7, left: { fourEyes: true, fourEyesOffUserId: 7 } },
  { who: 'the same user', first: 7, userId: 7, left: { fourEyes: true, fourEyesOffUserId: 7 } },
  { who: 'a second user', first: 7, userId: 8, left: { fourEyes: false, fourEyesOffUserId: null } },
  {
    who: 'an operator',
    first: null,
    userId: null,
    left: { fourEyes: false, fourEyesOffUserId: null },
  },
])(
  'four eyes are switched off by two users or an operator: $who asks',
  ({ first, userId, left }) => {
    const stored = { fourEyes: true, fourEyesOffUserId: first };
    expect(changeFourEyes(stored, false, userId)).toEqual(left);
  },
);
