import {
  type FieldNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Prefetch } from '../../resolvers/business/find-business-prefetched.ts';
import { hasVariable } from '../execution/plan-arguments.ts';

/**
 * Returns the parts of a selection to prefetch. Fields with directives are left out: `@skip` or `@include` may exclude
 * them, and then their cost was not charged.
 */
export function readPrefetch(info: GraphQLResolveInfo): Prefetch {
  const { prefetch, documents, participantNodes } = findSelectedParts(info);
  return prefetch ?? { documents, participants: findPage(participantNodes, info) };
}

/** True when documents are selected anywhere below the field, outside fields with directives. */
export function selectsDocuments(info: GraphQLResolveInfo): boolean {
  return findSelectedParts(info).documents;
}

/** Parts of the selection below a field. */
type SelectedParts = {
  /** True when documents are selected. */
  documents: boolean;
  participantNodes: FieldNode[];
  /** Parts to prefetch; undefined when they depend on the variables, so that each request computes them. */
  prefetch: Prefetch | undefined;
};

/** Selected parts by field node, which live as long as the document is cached. */
const partsByNode = new WeakMap<FieldNode, SelectedParts>();

function findSelectedParts(info: GraphQLResolveInfo): SelectedParts {
  const [node, secondNode] = info.fieldNodes;
  // A field with several nodes is not cached, because its nodes may depend on the variables.
  if (node === undefined || secondNode !== undefined) return findParts(info);
  const cached = partsByNode.get(node);
  if (cached !== undefined) return cached;
  const parts = findParts(info);
  partsByNode.set(node, parts);
  return parts;
}

function findParts(info: GraphQLResolveInfo): SelectedParts {
  const { fieldNodes, fragments } = info;
  const visited = new Set<string>();
  const fields: FieldNode[] = [];
  const visitSet = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.directives !== undefined && selection.directives.length > 0) continue;
      if (selection.kind === Kind.FIELD) fields.push(selection);
      if (selection.kind === Kind.FRAGMENT_SPREAD) visitFragment(selection.name.value);
      else visitSet(selection.selectionSet);
    }
  };
  const visitFragment = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    visitSet(fragments[name]?.selectionSet);
  };
  for (const { selectionSet } of fieldNodes) visitSet(selectionSet);
  const documents = fields.some((field) => field.name.value === 'documents');
  const participantNodes = fields.filter((field) => field.name.value === 'participants');
  const prefetch = participantNodes.some((field) => hasVariable(field.arguments ?? []))
    ? undefined
    : { documents, participants: findPage(participantNodes, info) };
  return { documents, participantNodes, prefetch };
}

/** Returns the selected page of participants. Undefined when none or several different pages are selected. */
function findPage(nodes: readonly FieldNode[], info: GraphQLResolveInfo): Prefetch['participants'] {
  const pages = nodes.map((node) => readPage(node, info));
  const [page] = pages;
  return pages.every((candidate) => candidate?.first === page?.first) ? page : undefined;
}

/**
 * Returns the requested size of a first page without a filter; `first` is null for the default size. Undefined for any
 * other page. Arguments that are null count as absent.
 */
function readPage(
  { arguments: args = [] }: FieldNode,
  info: GraphQLResolveInfo,
): Prefetch['participants'] {
  const values = args.map(({ name, value }) => ({
    name: name.value,
    value: readValue(value, info),
  }));
  const [argument, secondArgument] = values.filter(({ value }) => value !== null);
  if (argument === undefined) return { first: null };
  const isFirst = secondArgument === undefined && argument.name === 'first';
  return isFirst && typeof argument.value === 'number' ? { first: argument.value } : undefined;
}

/** Returns the value of a number, null or variable. Undefined for other literals. */
function readValue(node: ValueNode, info: GraphQLResolveInfo): unknown {
  if (node.kind === Kind.NULL) return null;
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind !== Kind.VARIABLE) return undefined;
  return info.variableValues.coerced[node.name.value] ?? null;
}
