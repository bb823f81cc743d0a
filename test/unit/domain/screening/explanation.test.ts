import { expect, it } from 'vitest';
import {
  type ExplanationItem,
  FEATURES,
  maskItems,
} from '../../../../src/domain/screening/parties/explanation.ts';

function itemsOf(features: readonly ExplanationItem['feature'][]): ExplanationItem[] {
  return features.map((feature) => ({
    feature,
    query: 'what somebody has',
    candidate: 'what the entry has',
    score: 1,
    weight: 1,
    effect: 'same',
  }));
}

it('only what is compared of names is shown to whoever may not read personal information', () => {
  const shown = maskItems(itemsOf(FEATURES)).filter(({ query }) => query !== null);
  expect(new Set(shown.map(({ feature }) => feature))).toEqual(
    new Set([
      'word',
      'limit',
      'weak_alias',
      'fuller_name',
      'unlike_and_short',
      'unlike_and_common',
      'other_name',
      'turned_surnames',
      'few_sounds',
      'ship_or_plane',
    ]),
  );
  expect(shown.every(({ isMasked }) => !isMasked)).toBe(true);
});

it('what is masked says so, and keeps what the list has', () => {
  const [item] = maskItems(itemsOf(['rfc']));
  expect(item).toMatchObject({ query: null, isMasked: true, candidate: 'what the entry has' });
});

it('a feature that nobody knows any more is masked', () => {
  const stored = itemsOf(['birth']);
  for (const item of stored) Reflect.set(item, 'feature', 'place of birth');
  expect(maskItems(stored)).toMatchObject([{ query: null, isMasked: true }]);
});

it('what the subject has nothing of is not masked', () => {
  const items = itemsOf(['sex']).map((item) => ({ ...item, query: null }));
  expect(maskItems(items)).toMatchObject([{ query: null, isMasked: false }]);
});
