import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
} from 'graphql';

/** From the root type to one field of the answer: each the type that has the field, and the field. */
export type PayloadPath = { type: string; field: string }[];

const NOWHERE: PayloadPath = [];

/** The shortest way to every field of every type that an answer of this field may hold. */
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

/** Selects that field and nothing else. */
export function toSelection(schema: GraphQLSchema, path: PayloadPath): string {
  const [step, ...rest] = path;
  if (step === undefined) return '__typename';
  const field = schema.getType(step.type);
  const type = isObjectType(field) ? field.getFields()[step.field]?.type : undefined;
  if (type !== undefined && isLeafType(getNamedType(type)))
    return `... on ${step.type} { ${step.field} }`;
  return `... on ${step.type} { ${step.field} { ${toSelection(schema, rest)} } }`;
}
