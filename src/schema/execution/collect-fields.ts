import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import type { VariableValues } from './valid-operation.ts';

/**
 * Data that determines the fields of a selection. Of the variables, only those of `@skip` and `@include` are needed.
 */
export type SelectionContext = {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: VariableValues;
};

/** Collects the fields of an object type by response name: CollectFields of the GraphQL specification. */
export function collectFields(
  context: SelectionContext,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();

  function addSet(set: SelectionSetNode): void {
    for (const selection of set.selections) if (isIncluded(context, selection)) add(selection);
  }
  function add(selection: SelectionNode): void {
    if (selection.kind === Kind.FIELD) addField(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) addFragment(selection);
    else addSpread(selection.name.value);
  }
  function addField(field: FieldNode): void {
    const key = field.alias?.value ?? field.name.value;
    const collected = fields.get(key);
    if (collected === undefined) fields.set(key, [field]);
    else collected.push(field);
  }
  function addSpread(name: string): void {
    const fragment = context.fragments.get(name);
    if (fragment === undefined || visited.has(name)) return;
    if (addFragment(fragment)) visited.add(name);
  }
  function addFragment(fragment: InlineFragmentNode | FragmentDefinitionNode): boolean {
    const applies = isOfType(context.schema, type, fragment);
    if (applies) addSet(fragment.selectionSet);
    return applies;
  }

  for (const set of sets) addSet(set);
  return fields;
}

function isIncluded({ variables }: SelectionContext, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  if (skip?.['if'] === true) return false;
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
  return include?.['if'] !== false;
}

function isOfType(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  { typeCondition }: InlineFragmentNode | FragmentDefinitionNode,
): boolean {
  if (typeCondition === undefined) return true;
  const conditionType = typeFromAST(schema, typeCondition);
  return (
    conditionType === type ||
    (isAbstractType(conditionType) && schema.isSubType(conditionType, type))
  );
}
