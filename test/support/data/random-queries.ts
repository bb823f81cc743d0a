import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../../src/schema/index.ts';
import type { Random } from './random.ts';

/** Request body with its Accept header. */
export type RandomRequest = { body: string; accept: string };

/** Variable of a document, with its value in the request. */
type Variable = { name: string; type: GraphQLInputType; fallback: string };
type Writing = {
  random: Random;
  /** Whether nothing is wrong on purpose: among many mistakes hardly a request would be without one. */
  isRight: boolean;
  /** Whether no variable may stand in it, as in the default of one. */
  isConstant: boolean;
  ids: readonly [string, ...string[]];
  variables: Variable[];
  fragments: string[];
};

const DEPTH_MAX = 4;
/** Fields whose value changes with every request, so that two responses would differ. */
const CHANGING = new Set(['rateLimit']);
const ALIASES = ['a', 'b', 'a_b', 'toString', 'constructor', '__proto__', 'nodes'] as const;
const ACCEPTS = [
  'application/json',
  'application/json',
  '*/*',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'application/json, application/graphql-response+json',
  'text/event-stream, application/json',
  'text/html, application/*',
] as const;

/** Creates a random query, which may be invalid. `ids` are global ids of existing records. */
export function someRequest(random: Random, ids: readonly [string, ...string[]]): RandomRequest {
  const writing: Writing = {
    random,
    isRight: chance(random, 2),
    isConstant: false,
    ids,
    variables: [],
    fragments: [],
  };
  const operations = [someOperation(writing, 'First')];
  if (chance(random, 5)) operations.push(someOperation(writing, 'Second'));
  const text = [...operations, ...writing.fragments].join('\n');
  const query = mistakes(writing, 20) ? damage(random, text) : text;
  const request = {
    query,
    ...(operations.length > 1 || chance(random, 6) ? { operationName: someName(writing) } : {}),
    variables: someVariables(writing),
    ...(mistakes(writing, 25) ? { [random.pick(['extensions', 'odd', '__proto__x'])]: {} } : {}),
  };
  return { body: someBody(writing, request), accept: random.pick(ACCEPTS) };
}

function someBody(writing: Writing, request: object): string {
  const { random } = writing;
  const text = JSON.stringify(request);
  if (!mistakes(writing, 15)) return text;
  return random.pick([
    `[${text}]`,
    text.slice(1),
    `\ufeff${text}`,
    ` ${text}\n`,
    text.replace('"variables":{', '"variables":null,"x":{'),
    text.replace('{', '{"query":"{ __typename }",'),
    'null',
    '',
  ]);
}

function someName({ random, isRight }: Writing): unknown {
  if (isRight) return 'First';
  return random.pick(['First', 'Second', 'First', 'Third', '', null, 7]);
}

function someOperation(writing: Writing, name: string): string {
  const type = schema.getQueryType();
  if (!type) throw new Error('The graph has no queries.');
  const before = writing.variables.length;
  const set = someSelection(writing, type, DEPTH_MAX);
  const declared = writing.variables.slice(before);
  const list = declared
    .map((one) => `$${one.name}: ${one.type.toString()}${one.fallback}`)
    .join(', ');
  return `query ${name}${list === '' ? '' : `(${list})`} ${set}`;
}

function someSelection(writing: Writing, type: GraphQLNamedOutputType, depth: number): string {
  const { random } = writing;
  const parts = Array.from({ length: 1 + random.below(4) }, () => somePart(writing, type, depth));
  return `{ ${parts.filter((part) => part !== '').join(' ') || '__typename'} }`;
}

function somePart(writing: Writing, type: GraphQLNamedOutputType, depth: number): string {
  const { random } = writing;
  if (isAbstractType(type) && chance(random, 2)) {
    const possible = schema.getPossibleTypes(type);
    const one = possible[random.below(possible.length)];
    return one === undefined ? '' : someFragment(writing, one, depth);
  }
  if (isObjectType(type) && chance(random, 8)) return someFragment(writing, type, depth);
  if (chance(random, 10)) return `__typename${someDirective(writing)}`;
  const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
  const outputs = fields.filter((one): one is GraphQLField<unknown, unknown> => 'resolve' in one);
  const able = outputs.filter(
    (one) => !CHANGING.has(one.name) && (depth > 0 || isLeafType(getNamedType(one.type))),
  );
  const field = able[random.below(able.length)];
  return field === undefined ? '__typename' : someField(writing, field, depth);
}

function someFragment(writing: Writing, type: GraphQLNamedOutputType, depth: number): string {
  const set = someSelection(writing, type, depth);
  const directive = someDirective(writing);
  if (chance(writing.random, 2)) return `... on ${type.name}${directive} ${set}`;
  const name = `F${writing.fragments.length}`;
  writing.fragments.push(`fragment ${name} on ${type.name} ${set}`);
  return `...${name}${directive}${chance(writing.random, 4) ? ` ...${name}` : ''}`;
}

function someField(writing: Writing, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { random } = writing;
  const alias = chance(random, 6) ? `${random.pick(ALIASES)}: ` : '';
  const given = field.args.filter(
    (one) => isNonNullType(one.type) || (mayBeGiven(writing, one) && chance(random, 2)),
  );
  const args = given.map((one) => someArgument(writing, one)).join(', ');
  const type = getNamedType(field.type);
  const set = isLeafType(type) ? '' : ` ${someSelection(writing, type, depth - 1)}`;
  return `${alias}${field.name}${args === '' ? '' : `(${args})`}${someDirective(writing)}${set}`;
}

/** No text that comes to mind is a cursor. */
function mayBeGiven({ isRight }: Writing, { name }: GraphQLArgument): boolean {
  return !isRight || (name !== 'after' && name !== 'before');
}

function someArgument(writing: Writing, { name, type }: GraphQLArgument): string {
  if (!chance(writing.random, 2)) return `${name}: ${someLiteral(writing, type)}`;
  return `${name}: ${declare(writing, type)}`;
}

function declare(writing: Writing, type: GraphQLInputType): string {
  const name = `v${writing.variables.length}`;
  // A variable with a default may be nullable where null itself may not stand.
  const isLoose = isNonNullType(type) && chance(writing.random, 4);
  const declared = isLoose ? type.ofType : type;
  const hasFallback = isLoose || chance(writing.random, 5);
  const fallback = hasFallback
    ? ` = ${someLiteral({ ...writing, isConstant: true }, declared)}`
    : '';
  writing.variables.push({ name, type: declared, fallback });
  return `$${name}`;
}

function someDirective(writing: Writing): string {
  const { random } = writing;
  if (!chance(random, 7)) return '';
  const condition = chance(random, 2)
    ? random.pick(['true', 'false'])
    : declare(writing, requiredBoolean());
  return ` @${random.pick(['include', 'skip'])}(if: ${condition})`;
}

function requiredBoolean(): GraphQLInputType {
  const type = schema.getDirective('skip')?.args[0]?.type;
  if (type === undefined) throw new Error('The graph has no @skip.');
  return type;
}

/** Creates a value, mostly a valid one. */
function someValue(writing: Writing, type: GraphQLInputType): unknown {
  const { random } = writing;
  if (mistakes(writing, 50)) return random.pick([null, 'odd', 1.5, [], {}, true]);
  if (isNonNullType(type)) return someValue(writing, type.ofType);
  if (isListType(type)) {
    if (chance(random, 8)) return someValue(writing, type.ofType);
    return Array.from({ length: random.below(4) }, () => someValue(writing, type.ofType));
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const taken = type.isOneOf ? [fields[random.below(fields.length)]] : fields;
    const members = taken.flatMap((one) =>
      one === undefined ||
      (!type.isOneOf && !isNonNullType(one.type) && chance(random, 2)) ||
      // A filter in a filter: seldom, or there would be no end to them.
      (getNamedType(one.type) === type && !chance(random, 6))
        ? []
        : [[one.name, someValue(writing, one.type)]],
    );
    return Object.fromEntries(members);
  }
  if (isEnumType(type)) return type.getValues()[random.below(type.getValues().length)]?.name;
  return someScalar(writing, type.name);
}

/** Valid and invalid values of each scalar. */
const SCALARS: Record<string, { right: [unknown, ...unknown[]]; wrong: [unknown, ...unknown[]] }> =
  {
    SafeInt: { right: [1, 2, 3, 900_001, 2 ** 53 - 1], wrong: [0, -1] },
    Int: { right: [0, 1, 2, 3, 50], wrong: [-1, 2 ** 31] },
    Boolean: { right: [true, false], wrong: [1, 'true'] },
    DateTime: { right: ['2020-01-01T00:00:00Z'], wrong: ['2020-01-01'] },
    Date: { right: ['2020-01-01'], wrong: ['2020-01-32', ''] },
  };
const TEXTS = ['NEG-1', 'Fideicomiso', '', 'é"\\', 'kyc', '${1}`', '\u2028'] as const;

function someScalar(writing: Writing, name: string): unknown {
  const { random, ids } = writing;
  const scalar = SCALARS[name];
  if (scalar !== undefined) return random.pick(mistakes(writing, 4) ? scalar.wrong : scalar.right);
  if (name === 'ID') return random.pick([random.pick(ids), random.pick(ids), 'QnVzaW5lc3M6MQ', 7]);
  return random.pick(TEXTS);
}

function someVariables(writing: Writing): Record<string, unknown> {
  const sent = writing.variables.filter(() => !mistakes(writing, 8));
  return Object.fromEntries(
    sent.map(({ name, type, fallback }) => {
      const mayBeNull = !isNonNullType(type) || mistakes(writing, 2);
      const isNull = fallback !== '' && mayBeNull && chance(writing.random, 4);
      return [name, isNull ? null : someValue(writing, type)];
    }),
  );
}

function someLiteral(writing: Writing, type: GraphQLInputType): string {
  return toLiteral(writing, someValue(writing, type), type);
}

/** Members of objects are variables sometimes. */
function toLiteral(writing: Writing, value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (Array.isArray(value))
    return `[${value.map((one) => toLiteral(writing, one, type)).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return isEnumType(named) && typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const fields = isInputObjectType(named) ? named.getFields() : {};
  const members = Object.entries(value).map(([name, one]) => {
    const inner = fields[name]?.type;
    if (inner !== undefined && !writing.isConstant && chance(writing.random, 3))
      return `${name}: ${declare(writing, inner)}`;
    return `${name}: ${toLiteral(writing, one, inner ?? type)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** Returns the text with one character removed or added. */
function damage(random: Random, text: string): string {
  const at = random.below(text.length);
  return text.slice(0, at) + random.pick(['', '{', '}', 'x', '"', '$', '…']) + text.slice(at + 1);
}

/** One time in so many where something may be wrong. */
function mistakes({ random, isRight }: Writing, times: number): boolean {
  return !isRight && chance(random, times);
}

/** One time in so many. */
function chance(random: Random, times: number): boolean {
  return random.below(times) === 0;
}
