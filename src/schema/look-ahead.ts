import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Ahead } from '../resolvers/business/find-business-ahead.ts';

/** What a field selects that may be read with it: nothing that `@skip` or `@include` may leave out, which costs no points. */
export function lookAhead(info: GraphQLResolveInfo): Ahead {
  const [node] = info.fieldNodes;
  const known = node && aheads.get(node);
  if (known !== undefined) return known;
  const ahead = search(info);
  if (node !== undefined) aheads.set(node, ahead);
  return ahead;
}

/** The nodes of a document live as long as its cache holds it. */
const aheads = new WeakMap<object, Ahead>();

/** Of participants the one page that is asked for, if it begins with the first and its length stands in the text. */
function search({ fieldNodes, fragments }: GraphQLResolveInfo): Ahead {
  const visited = new Set<string>();
  const fields: FieldNode[] = [];
  const visitSet = (set: SelectionSetNode | undefined): void => {
    for (const one of set?.selections ?? []) {
      if (one.directives !== undefined && one.directives.length > 0) continue;
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
  const pages = fields.filter((one) => one.name.value === 'participants').map(readFirst);
  const [page] = pages;
  return {
    documents: fields.some((one) => one.name.value === 'documents'),
    participants: pages.every((one) => one?.first === page?.first) ? page : undefined,
  };
}

/** Undefined for any other page than a first one. */
function readFirst({ arguments: args = [] }: FieldNode): Ahead['participants'] {
  const [argument, other] = args;
  if (argument === undefined) return { first: null };
  const { name, value } = argument;
  const isFirst = other === undefined && name.value === 'first' && value.kind === Kind.INT;
  return isFirst ? { first: Number(value.value) } : undefined;
}
