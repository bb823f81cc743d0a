import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { schema } from '../../../src/schema/index.ts';

/** Fictitious name, RFC and e-mail address in several lines, the last of which looks like a line of a stack trace. */
export const CANARY =
  'CANARIO CAVI800101AB1 canario.perez@example.test\n    at canario.perez@example.test:1:1';
/** The canary in one line, for values without line breaks. */
export const CANARY_LINE = 'CANARIO CAVI800101AB1 canario.perez@example.test';
export const CANARY_PATTERN = /canario|CAVI800101/i;

export type GraphqlSample = { query: string; variables: Record<string, unknown> };

/** `text`: the canary in every text; `all`: the canary in every value, which is mostly rejected. */
type Planting = 'text' | 'all';

/** Returns each query and mutation with the canary in all arguments, once for each way to identify the record. */
export function canarySamples(planting: Planting): GraphqlSample[] {
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const samples = Object.entries(roots).flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) =>
      [0, 1, 2, 3].map((lookup) => sampleOf(kind, field, { planting, lookup })),
    ),
  );
  // Samples without a lookup occur four times.
  return [...new Map(samples.map((sample) => [JSON.stringify(sample), sample])).values()];
}

type Choice = { planting: Planting; lookup: number };

function sampleOf(
  kind: string,
  field: GraphQLField<unknown, unknown>,
  choice: Choice,
): GraphqlSample {
  const variables = Object.fromEntries(
    field.args.map((one) => [one.name, plant(one.type, choice)]),
  );
  const declared = field.args.map((one) => `$${one.name}: ${String(one.type)}`);
  const passed = field.args.map((one) => `${one.name}: $${one.name}`);
  const heading = declared.length === 0 ? '' : `(${declared.join(', ')})`;
  const call = passed.length === 0 ? '' : `(${passed.join(', ')})`;
  const query = `${kind} Canario${heading} { planted: ${field.name}${call} { ${SELECTIONS[kind]} } }`;
  return { query, variables };
}

const SELECTIONS: Record<string, string> = {
  query: '__typename',
  mutation: `__typename ... on UserError { message code }
    ... on InputValidationError { issues { path message } }`,
};

function plant(type: GraphQLInputType, choice: Choice): unknown {
  if (isNonNullType(type)) return plant(type.ofType, choice);
  if (isListType(type)) return [plant(type.ofType, choice)];
  if (isInputObjectType(type)) return plantObject(type, choice);
  if (choice.planting === 'all') return CANARY;
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isLeafType(type)) return SCALARS[type.name] ?? CANARY;
  return CANARY;
}

const SCALARS: Record<string, unknown> = {
  Int: 1,
  SafeInt: 1,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00.000Z',
  Date: '1980-01-01',
};

/** Valid values of fields that do not accept any text. */
const TEXTS: Record<string, string> = {
  email: 'canario.perez@example.test',
  rfc: 'CAVI800101AB1',
  curp: 'CAVI800101MDFNRR09',
};

/** Fields in which any other value would be rejected before other fields are checked. */
const EXACT = ['expectedVersion', 'idempotencyKey'];

/** Lookups and @oneOf inputs get one of their fields, all others get all fields. */
function plantObject(type: GraphQLInputObjectType, choice: Choice): unknown {
  const fields = Object.values(type.getFields()).filter(
    (field) => choice.planting === 'all' || !EXACT.includes(field.name),
  );
  const one = fields[choice.lookup % fields.length];
  const takesOne = type.isOneOf || type.name.endsWith('Lookup');
  const taken = takesOne && one !== undefined ? [one] : fields;
  const plantField = (field: (typeof fields)[number]): unknown =>
    (choice.planting === 'text' ? TEXTS[field.name] : undefined) ?? plant(field.type, choice);
  // A nested filter equals the outer one.
  return Object.fromEntries(
    taken
      .filter((field) => getNamedType(field.type) !== type)
      .map((field) => [field.name, plantField(field)]),
  );
}
