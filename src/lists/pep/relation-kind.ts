import type { PepRelationKind } from '../../domain/lists/pep-relation.ts';

/** Further family, whose words have those of closer family in them. */
const FURTHER = /in[- ]law|\b(?:step|half|grand|great|god|foster)[- ]?|polític[oa]/;

const KINDS: readonly (readonly [PepRelationKind, RegExp])[] = [
  ['spouse', /\b(?:spouse|wife|husband|partner|cónyuge|espos[oa]|marido|concubin[oa]|pareja)\b/],
  ['child', /\b(?:child|son|daughter|hij[oa])\b/],
  ['parent', /\b(?:parent|mother|father|madre|padre)\b/],
  ['sibling', /\b(?:sibling|brother|sister|herman[oa])\b/],
];

/** What family somebody is by the word for it, in English or Spanish; `other` where it is none of the closest, or no word. */
export function familyKindOf(relationship: string): PepRelationKind {
  const word = relationship.normalize('NFC').toLowerCase();
  if (FURTHER.test(word)) return 'other';
  return KINDS.find(([, pattern]) => pattern.test(word))?.[0] ?? 'other';
}

/** What the other of the two is, then. */
export function inverseOf(kind: PepRelationKind): PepRelationKind {
  if (kind === 'child') return 'parent';
  return kind === 'parent' ? 'child' : kind;
}
