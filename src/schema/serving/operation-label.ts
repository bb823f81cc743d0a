import {
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ValidOperation } from '../execution/valid-operation.ts';
import { TABS } from '../graphiql/tabs.ts';

/** Maximum number of root fields in a label. */
const FIELDS_MAX = 5;

/** Texts of the GraphiQL examples. */
const EXAMPLES: ReadonlySet<string> = new Set(TABS.map(({ query }) => query));

/**
 * Returns the label of an operation for the access log. A trusted document or GraphiQL example is labeled by its
 * operation name: `query Page`. Other names come from the caller and may contain personal data, so the label lists the
 * root fields instead: `query business,viewer`.
 */
export function createOperationLabel(operation: ValidOperation, isTrusted: boolean): string {
  const { document, operationName } = operation;
  const definition = getOperationAST(document, operationName);
  // Without an operation name, none of the operations runs.
  if (!definition) return 'unknown';
  const hasSafeName = isTrusted || EXAMPLES.has(document.loc?.source.body ?? '');
  const name = hasSafeName ? definition.name?.value : undefined;
  return `${definition.operation} ${name ?? listRootFields(operation, definition)}`;
}

function listRootFields(
  { document }: ValidOperation,
  { selectionSet }: OperationDefinitionNode,
): string {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const names = new Set<string>();
  addRootFields(selectionSet, { names, fragments });
  const allNames = [...names];
  const omitted = allNames.length > FIELDS_MAX ? [`+${allNames.length - FIELDS_MAX}`] : [];
  return [...allNames.slice(0, FIELDS_MAX), ...omitted].join(',');
}

type CollectedFields = { names: Set<string>; fragments: Map<string, FragmentDefinitionNode> };

/** Adds the root fields of a selection. Each fragment is visited once, however often it is spread. */
function addRootFields({ selections }: SelectionSetNode, label: CollectedFields): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) label.names.add(selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) addRootFields(selection.selectionSet, label);
    else {
      const fragment = label.fragments.get(selection.name.value);
      label.fragments.delete(selection.name.value);
      if (fragment !== undefined) addRootFields(fragment.selectionSet, label);
    }
  }
}
