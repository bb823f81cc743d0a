import {
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { KnownOperation } from '../execution/known-operation.ts';
import { TABS } from '../graphiql/tabs.ts';

/** More of them say nothing more. */
const FIELDS_MAX = 5;

/** The documents that the gateway itself hands out. */
const EXAMPLES: ReadonlySet<string> = new Set(TABS.map(({ query }) => query));

/**
 * What the log calls the operation of a valid document. In a document that the service has approved, or that the gateway
 * itself hands out, its name: `query Page`. Any other name is the caller's own text and may be somebody's: there it is the
 * fields of the root that are asked for, which are words of the schema: `query business,viewer`.
 */
export function labelOf(operation: KnownOperation, isTrusted: boolean): string {
  const { document, operationName } = operation;
  const definition = getOperationAST(document, operationName);
  // Which one is meant is not said, so that none of them runs.
  if (!definition) return 'unknown';
  const isKnown = isTrusted || EXAMPLES.has(document.loc?.source.body ?? '');
  const name = isKnown ? definition.name?.value : undefined;
  return `${definition.operation} ${name ?? listRootFields(operation, definition)}`;
}

function listRootFields(
  { document }: KnownOperation,
  { selectionSet }: OperationDefinitionNode,
): string {
  const fragments = new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  const names = new Set<string>();
  addRootFields(selectionSet, { names, fragments });
  const [...all] = names;
  const more = all.length > FIELDS_MAX ? [`+${all.length - FIELDS_MAX}`] : [];
  return [...all.slice(0, FIELDS_MAX), ...more].join(',');
}

type Found = { names: Set<string>; fragments: Map<string, FragmentDefinitionNode> };

/** A fragment is looked into once, however often it is spread. */
function addRootFields({ selections }: SelectionSetNode, found: Found): void {
  for (const one of selections) {
    if (one.kind === Kind.FIELD) found.names.add(one.name.value);
    else if (one.kind === Kind.INLINE_FRAGMENT) addRootFields(one.selectionSet, found);
    else {
      const fragment = found.fragments.get(one.name.value);
      found.fragments.delete(one.name.value);
      if (fragment !== undefined) addRootFields(fragment.selectionSet, found);
    }
  }
}
