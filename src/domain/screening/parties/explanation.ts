import type { WordEffect } from '../words/compare-words.ts';

/** Compared features of names, and the limits on what names alone can prove. */
const NAME_FEATURES = [
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
] as const;

/** Compared features of parties other than names. */
const PERSONAL_FEATURES = ['birth', 'sex', 'country', 'rfc', 'rfc10', 'curp', 'passport'] as const;

export const FEATURES = [...NAME_FEATURES, ...PERSONAL_FEATURES] as const;
export type NameFeature = (typeof NAME_FEATURES)[number];
export type PersonalFeature = (typeof PERSONAL_FEATURES)[number];

/** Effect of a feature on the match, or the relation between two words. */
export type Effect =
  | WordEffect
  | 'extra word in query'
  | 'extra word in list name'
  | 'limits'
  | 'same without homoclave'
  | 'supports'
  | 'neutral'
  | 'contradicts';

/** Compared feature, with its evidence for or against a match. */
export type ExplanationItem = {
  feature: NameFeature | PersonalFeature;
  /** Values of both sides; null when a side has none. */
  query: string | null;
  candidate: string | null;
  /** Similarity, from 0 to 1. */
  score: number;
  /** Weight in the score. */
  weight: number;
  effect: Effect;
};

/** Explanation item as returned to a caller. */
export type DisplayedItem = ExplanationItem & { isMasked: boolean };

/**
 * True when the item reveals personal information of the screening subject other than words of the name. Unknown
 * features count as personal.
 */
export function isPersonal({ feature, query }: ExplanationItem): boolean {
  return query !== null && !NAME_FEATURE_SET.has(feature);
}

const NAME_FEATURE_SET: ReadonlySet<string> = new Set(NAME_FEATURES);

export function toUnmaskedItems(items: readonly ExplanationItem[]): DisplayedItem[] {
  return items.map((item) => ({ ...item, isMasked: false }));
}

/** Masks the personal information of the screening subject. */
export function maskItems(items: readonly ExplanationItem[]): DisplayedItem[] {
  return items.map((item) => {
    const isMasked = isPersonal(item);
    return { ...item, query: isMasked ? null : item.query, isMasked };
  });
}
