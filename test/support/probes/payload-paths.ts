import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
} from 'graphql';

/** Path from the root type to a field of the response: the parent type and the field of each step. */
export type PayloadPath = { type: string; field: string }[];

const NOWHERE: PayloadPath = [];

/** Returns the shortest path to every field of every type in a response of this field. */
export function listPayloadPaths(schema: GraphQLSchema, root: GraphQLNamedType): PayloadPath[] {
  const paths: PayloadPath[] = [];
  const seen = new Set<GraphQLNamedType>();
  let waiting = possibleTypes(schema, root).map((type) => ({ type, before: NOWHERE }));
  while (waiting.length > 0) {
    const fields = waiting.flatMap(({ type, before }) => {
      if (seen.has(type)) return [];
      seen.add(type);
      return Object.values(type.getFields()).map((one) => ({
        inner: getNamedType(one.type),
        path: [...before, { type: type.name, field: one.name }],
      }));
    });
    paths.push(...fields.map(({ path }) => path));
    waiting = fields.flatMap(({ inner, path }) =>
      possibleTypes(schema, inner).map((type) => ({ type, before: path })),
    );
  }
  return paths;
}

function possibleTypes(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

/** Selects the last field of each path, merged into one selection. */
export function toSelection(schema: GraphQLSchema, paths: readonly PayloadPath[]): string {
  const byType = Map.groupBy(
    paths.filter((path) => path.length > 0),
    ([step]) => step?.type ?? '',
  );
  const fragments = [...byType].map(([type, ofType]) => {
    const byField = Map.groupBy(ofType, ([step]) => step?.field ?? '');
    const fields = [...byField].map(([field, ofField]) => {
      // Fields of different types can have the same name in two types, which one selection cannot merge.
      const alias = byType.size > 1 ? `${type}_${field}: ` : '';
      if (isLeaf(schema, type, field)) return `${alias}${field}`;
      const rest = ofField.map((path) => path.slice(1));
      return `${alias}${field} { ${toSelection(schema, rest)} }`;
    });
    return `... on ${type} { ${fields.join(' ')} }`;
  });
  return ['__typename', ...fragments].join(' ');
}

function isLeaf(schema: GraphQLSchema, typeName: string, fieldName: string): boolean {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  return field !== undefined && isLeafType(getNamedType(field.type));
}
