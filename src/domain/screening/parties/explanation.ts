import type { WordEffect } from '../words/compare-words.ts';

/** What of two names is compared; the rest limits what names alone can say. */
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

/** What else is compared of two parties. */
const PERSONAL_FEATURES = ['birth', 'sex', 'country', 'rfc', 'rfc10', 'curp', 'passport'] as const;

export const FEATURES = [...NAME_FEATURES, ...PERSONAL_FEATURES] as const;
export type NameFeature = (typeof NAME_FEATURES)[number];
export type PersonalFeature = (typeof PERSONAL_FEATURES)[number];

/** Which way something speaks, or how two words are one. */
export type Effect =
  | WordEffect
  | 'extra word in query'
  | 'extra word in list name'
  | 'limits'
  | 'same without homoclave'
  | 'supports'
  | 'neutral'
  | 'contradicts';

/** One thing that was compared: what it says for or against a match. */
export type ExplanationItem = {
  feature: NameFeature | PersonalFeature;
  /** What the two sides have, null where one has nothing. */
  query: string | null;
  candidate: string | null;
  /** How much alike, from 0 to 1. */
  score: number;
  /** How much it counts. */
  weight: number;
  effect: Effect;
};

/** As it is shown to a caller. */
export type ShownItem = ExplanationItem & { isMasked: boolean };

/** Whether it tells more of who is looked for than words of a name; so does whatever is not known to be of names. */
export function isPersonal({ feature, query }: ExplanationItem): boolean {
  return query !== null && !NAMED.has(feature);
}

const NAMED: ReadonlySet<string> = new Set(NAME_FEATURES);

export function showWhole(items: readonly ExplanationItem[]): ShownItem[] {
  return items.map((item) => ({ ...item, isMasked: false }));
}

/** Without what is personal information of who is looked for. */
export function maskItems(items: readonly ExplanationItem[]): ShownItem[] {
  return items.map((item) => {
    const isMasked = isPersonal(item);
    return { ...item, query: isMasked ? null : item.query, isMasked };
  });
}
