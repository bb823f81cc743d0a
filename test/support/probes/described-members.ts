import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

type Described = { place: string; text: string };

/** Lists a type with its fields, arguments and enum values, and their descriptions. */
export function describeMembers(type: GraphQLNamedType): Described[] {
  return [
    { place: type.name, text: type.description ?? '' },
    ...listMembers(type).map(({ name, description }) => ({
      place: `${type.name}.${name}`,
      text: description ?? '',
    })),
  ];
}

type Member = { name: string; description?: string | null | undefined };

function listMembers(type: GraphQLNamedType): Member[] {
  if (isEnumType(type)) return [...type.getValues()];
  if (isInputObjectType(type)) return Object.values(type.getFields());
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    field,
    ...field.args.map(({ name, description }) => ({
      name: `${field.name}(${name}:)`,
      description,
    })),
  ]);
}
