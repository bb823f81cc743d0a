import { expect, it } from 'vitest';
import { GenerationCache } from '../../../../src/domain/screening/words/generation-cache.ts';

it('forgets what was not asked for since it was full the last time, and nothing else', () => {
  const kept = new GenerationCache<string>(4);
  for (const key of ['a', 'b', 'c', 'd']) kept.set(key, key, 1);
  kept.set('e', 'e', 1);
  expect(kept.get('a')).toBe('a');
  for (const key of ['f', 'g']) kept.set(key, key, 1);
  kept.set('h', 'h', 1);
  expect(['a', 'b', 'e', 'h'].map((key) => kept.get(key))).toEqual(['a', undefined, 'e', 'h']);
});
