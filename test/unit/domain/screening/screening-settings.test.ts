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
  ['the first user asks', null, 7, { fourEyes: true, fourEyesOffUserId: 7 }],
  ['the same user asks again', 7, 7, { fourEyes: true, fourEyesOffUserId: 7 }],
  ['a second user asks', 7, 8, { fourEyes: false, fourEyesOffUserId: null }],
  ['an operator asks', null, null, { fourEyes: false, fourEyesOffUserId: null }],
])(
  'four eyes are switched off by two users or an operator: %s',
  (_who, first, userId, settings) => {
    const stored = { fourEyes: true, fourEyesOffUserId: first };
    expect(changeFourEyes(stored, false, userId)).toEqual(settings);
  },
);
