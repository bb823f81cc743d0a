import {
  type ArgumentNode,
  BREAK,
  coerceInputLiteral,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
  visit,
} from 'graphql';
import type { VariableValues } from './valid-operation.ts';

type Values = VariableValues['coerced'];

/**
 * Builds an argument or input field from the coerced variables, as graphql-js would. Undefined when graphql-js must
 * build it, valid or not.
 */
type BuildValue = (values: Values) => unknown;

/** Argument or input field. `isOmittable` is true when it is nullable and has no default value. */
type InputDefinition = { name: string; type: GraphQLInputType; isOmittable: boolean };

/**
 * Returns a function that builds the arguments of a field from coerced variables. The function supports variables that
 * are present and not null, as arguments and as members of input objects, which is how nearly all clients send them. In
 * all other cases it returns undefined, and graphql-js must build the arguments.
 */
export function planArguments(
  field: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
): (values: Values) => Record<string, unknown> | undefined {
  const definitions = field.args.map(toInputDefinition);
  return planMembers(definitions, nodes) ?? (() => undefined);
}

export function hasVariable(nodes: readonly (ArgumentNode | ValueNode)[]): boolean {
  let isFound = false;
  const stopAtVariable = (): typeof BREAK => {
    isFound = true;
    return BREAK;
  };
  for (const node of nodes) visit(node, { Variable: stopAtVariable });
  return isFound;
}

function planMembers(
  definitions: readonly InputDefinition[],
  nodes: readonly { name: { value: string }; value: ValueNode }[],
): ((values: Values) => Record<string, unknown> | undefined) | undefined {
  const plannedArguments = definitions.flatMap(({ name, type }) => {
    const node = nodes.find((argument) => argument.name.value === name);
    return node === undefined ? [] : [{ name, build: planValue(node.value, type) }];
  });
  const names = new Set(plannedArguments.map((argument) => argument.name));
  const hasAllRequired = definitions.every(
    (argument) => argument.isOmittable || names.has(argument.name),
  );
  if (!hasAllRequired || names.size !== nodes.length) return undefined;
  return (values) => {
    const planned: Record<string, unknown> = {};
    for (const { name, build } of plannedArguments) {
      const value = build(values);
      if (value === undefined) return undefined;
      planned[name] = value;
    }
    return planned;
  };
}

function planValue(node: ValueNode, type: GraphQLInputType): BuildValue {
  if (node.kind === Kind.VARIABLE) return (values) => values[node.name.value] ?? undefined;
  if (node.kind === Kind.OBJECT && hasVariable([node])) return planObject(node, type);
  if (hasVariable([node])) return () => undefined;
  const constant = coerceInputLiteral(node, type);
  return () => constant;
}

function planObject(node: ObjectValueNode, type: GraphQLInputType): BuildValue {
  const object = getNullableType(type);
  // An object may be a list of one item, which graphql-js handles.
  if (!isInputObjectType(object)) return () => undefined;
  const definitions = Object.values(object.getFields()).map(toInputDefinition);
  const hasValidSize = !object.isOneOf || node.fields.length === 1;
  return (hasValidSize ? planMembers(definitions, node.fields) : undefined) ?? (() => undefined);
}

function toInputDefinition(argument: {
  name: string;
  type: GraphQLInputType;
  default?: unknown;
  defaultValue?: unknown;
}): InputDefinition {
  const hasDefault = argument.default !== undefined || argument.defaultValue !== undefined;
  return {
    name: argument.name,
    type: argument.type,
    isOmittable: !hasDefault && !isNonNullType(argument.type),
  };
}
