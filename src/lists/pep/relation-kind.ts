import type { PepRelationKind } from '../../domain/lists/pep-relation.ts';

/** Distant relationships, whose words contain those of close ones. */
const DISTANT = /in[- ]law|\b(?:step|half|grand|great|god|foster)[- ]?|polític[oa]/;

const KINDS: readonly (readonly [PepRelationKind, RegExp])[] = [
  ['spouse', /\b(?:spouse|wife|husband|partner|cónyuge|espos[oa]|marido|concubin[oa]|pareja)\b/],
  ['child', /\b(?:child|son|daughter|hij[oa])\b/],
  ['parent', /\b(?:parent|mother|father|madre|padre)\b/],
  ['sibling', /\b(?:sibling|brother|sister|herman[oa])\b/],
];

/**
 * Returns the kind of family relationship of an English or Spanish word. `other` for distant family and unknown
 * words.
 */
export function toFamilyKind(relationship: string): PepRelationKind {
  const word = relationship.normalize('NFC').toLowerCase();
  if (DISTANT.test(word)) return 'other';
  return KINDS.find(([, pattern]) => pattern.test(word))?.[0] ?? 'other';
}

/** Returns the kind of relationship in the opposite direction. */
export function invertKind(kind: PepRelationKind): PepRelationKind {
  if (kind === 'child') return 'parent';
  return kind === 'parent' ? 'child' : kind;
}
