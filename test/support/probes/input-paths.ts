import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** Input position: an argument of a root field, or a member of an input object in it. */
export type InputPlace = {
  operation: 'query' | 'mutation';
  field: string;
  argument: string;
  /** Type of the argument, as a document writes it. */
  type: string;
  /** Type of the value at the position. */
  valueType: string;
  /** Members from the argument down to the value; empty for the argument itself. */
  members: { name: string; isList: boolean }[];
  isList: boolean;
};

/** Lists every input position of every root field, input objects and leaves alike. */
export function listInputPlaces(schema: GraphQLSchema): InputPlace[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return roots.flatMap(([operation, root]) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) => {
        const place = { operation, field: field.name, argument: argument.name };
        const type = String(argument.type);
        return walk(argument.type, []).map((found) => ({ ...place, ...found, type }));
      }),
    ),
  );
}

type Found = Pick<InputPlace, 'members' | 'isList' | 'valueType'>;

function walk(type: GraphQLInputType, members: Found['members']): Found[] {
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  const named = getNamedType(type);
  const here = { members, isList, valueType: String(type) };
  if (!isInputObjectType(named)) return [here];
  const inside = Object.values(named.getFields()).flatMap((field) =>
    // A nested filter would repeat the same positions.
    getNamedType(field.type) === named
      ? []
      : walk(field.type, [...members, { name: field.name, isList }]),
  );
  return [here, ...inside];
}

/** Returns an argument value that contains `value` at the position, and nothing else. */
export function valueAt(place: InputPlace, value: unknown): unknown {
  const leaf = place.isList ? [value] : value;
  return place.members.reduceRight<unknown>((inner, { name, isList }) => {
    const object = { [name]: inner };
    return isList ? [object] : object;
  }, leaf);
}

/** Returns the same argument as a GraphQL literal; `literal` is inserted unchanged. */
export function literalAt(place: InputPlace, literal: string): string {
  const leaf = place.isList ? `[${literal}]` : literal;
  return place.members.reduceRight((inner, { name, isList }) => {
    const object = `{${name}: ${inner}}`;
    return isList ? `[${object}]` : object;
  }, leaf);
}
