import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { BusinessAhead } from '../resolvers/business/find-business-ahead.ts';

/**
 * What a field selects that may be read with it. A word too many costs a row read in vain, so types,
 * `@skip` and `@include` are not looked at.
 */
export function lookAhead(info: GraphQLResolveInfo): BusinessAhead {
  const [node] = info.fieldNodes;
  const known = node && aheads.get(node);
  if (known !== undefined) return known;
  const ahead = search(info);
  if (node !== undefined) aheads.set(node, ahead);
  return ahead;
}

/** The nodes of a document live as long as its cache holds it. */
const aheads = new WeakMap<object, BusinessAhead>();

/** Participants are read ahead without arguments only, where there is but one page to ask for. */
function search({ fieldNodes, fragments }: GraphQLResolveInfo): BusinessAhead {
  const visited = new Set<string>();
  const fields: FieldNode[] = [];
  const visitSet = (set: SelectionSetNode | undefined): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) fields.push(one);
      if (one.kind === Kind.FRAGMENT_SPREAD) visitFragment(one.name.value);
      else visitSet(one.selectionSet);
    }
  };
  const visitFragment = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    visitSet(fragments[name]?.selectionSet);
  };
  for (const { selectionSet } of fieldNodes) visitSet(selectionSet);
  const pages = fields.filter((one) => one.name.value === 'participants');
  return {
    documents: fields.some((one) => one.name.value === 'documents'),
    participants: pages.length > 0 && pages.every((one) => (one.arguments ?? []).length === 0),
  };
}
