import {
  type ArgumentNode,
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
 * Builds the value of a part of the arguments as graphql-js would. Undefined when graphql-js must handle it, valid or
 * not.
 */
type BuildValue = (values: Values) => unknown;

/** Argument or input field. `mayLack` is true when its absence has no effect. */
type Place = { name: string; type: GraphQLInputType; mayLack: boolean };

/**
 * Compiles the arguments of a field for variables that are present and not null, as values and as members of objects,
 * which is how nearly all clients send them. Undefined for other arguments, which graphql-js handles.
 */
export function planArguments(
  field: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
): (values: Values) => Record<string, unknown> | undefined {
  const places = field.args.map(toPlace);
  return planMembers(places, nodes) ?? (() => undefined);
}

export function hasVariable(nodes: readonly (ArgumentNode | ValueNode)[]): boolean {
  let isFound = false;
  const note = (): void => void (isFound = true);
  for (const node of nodes) visit(node, { Variable: note });
  return isFound;
}

function planMembers(
  places: readonly Place[],
  nodes: readonly { name: { value: string }; value: ValueNode }[],
): ((values: Values) => Record<string, unknown> | undefined) | undefined {
  const plannedArguments = places.flatMap(({ name, type }) => {
    const node = nodes.find((argument) => argument.name.value === name);
    return node === undefined ? [] : [{ name, make: planValue(node.value, type) }];
  });
  const names = new Set(plannedArguments.map((argument) => argument.name));
  const isWhole = places.every((argument) => argument.mayLack || names.has(argument.name));
  if (!isWhole || names.size !== nodes.length) return undefined;
  return (values) => {
    const planned: Record<string, unknown> = {};
    for (const { name, make } of plannedArguments) {
      const value = make(values);
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
  // GraphQL accepts a single item as a list, which graphql-js handles.
  if (!isInputObjectType(object)) return () => undefined;
  const places = Object.values(object.getFields()).map(toPlace);
  const isOne = !object.isOneOf || node.fields.length === 1;
  return (isOne ? planMembers(places, node.fields) : undefined) ?? (() => undefined);
}

function toPlace(argument: {
  name: string;
  type: GraphQLInputType;
  default?: unknown;
  defaultValue?: unknown;
}): Place {
  const hasDefault = argument.default !== undefined || argument.defaultValue !== undefined;
  return {
    name: argument.name,
    type: argument.type,
    mayLack: !hasDefault && !isNonNullType(argument.type),
  };
}
