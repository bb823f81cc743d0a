import { readFile } from 'node:fs/promises';
import {
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  lexicographicSortSchema,
  printSchema,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { readV4Names } from '../../support/clients/v4-names.ts';

const committed = await readFile(new URL('../../../schema.graphql', import.meta.url), 'utf8');
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

type Member = { path: string; name: string; description: string };

/** Everything that a reader of the schema may look up: types, their members, and the arguments of those. */
const entries = types.flatMap((type): Omit<Member, 'name'>[] => [
  { path: type.name, description: type.description ?? '' },
  ...membersOf(type),
  ...argumentsOf(type),
]);

function argumentsOf(type: GraphQLNamedType): Omit<Member, 'name'>[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) =>
    args.map((one) => ({
      path: `${type.name}.${name}(${one.name}:)`,
      description: one.description ?? '',
    })),
  );
}

/** Fields, input fields and enum values with their places. */
function membersOf(type: GraphQLNamedType): Member[] {
  const values = isEnumType(type) ? type.getValues() : [];
  return [...fieldsOf(type), ...values].map((member) => ({
    path: `${type.name}.${member.name}`,
    name: member.name,
    description: member.description ?? '',
  }));
}

function fieldsOf(type: GraphQLNamedType): { name: string; description: string; type: string }[] {
  const isFielded = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return isFielded ? Object.values(type.getFields()).map(describeField) : [];
}

function describeField(field: GraphQLField<unknown, unknown> | GraphQLInputField) {
  return { name: field.name, description: field.description ?? '', type: String(field.type) };
}

const members = types.flatMap(membersOf);
const fields = types.filter((type) => !isEnumType(type)).flatMap(membersOf);
const pathsOf = (list: Member[]) => list.map((one) => one.path);

describe('schema.graphql', () => {
  it('is what the graph prints: npm run schema writes it', () => {
    expect(committed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });

  it('is a valid schema, which the graph neither breaks nor endangers', () => {
    const before = buildSchema(committed);
    expect(validateSchema(before)).toEqual([]);
    expect(validateSchema(schema)).toEqual([]);
    expect(findBreakingChanges(before, schema)).toEqual([]);
    expect(findDangerousChanges(before, schema)).toEqual([]);
  });
});

const v4 = readV4Names();

/** The words that descriptions set in backticks, of `tipo_doctos[].id` each part. */
function quotedWords(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']) => quoted.split(/[.[\]]+/));
}

/** What is left of a description without its remark on v4. */
function ownWords(description: string): string {
  return description.replace(/\bv4:? (?:an element of )?`[^`]+`(?:(?:,| and| or) `[^`]+`)*/g, '');
}

describe('the descriptions', () => {
  it('are there for every type, union, field, value and argument', () => {
    expect(entries.length).toBeGreaterThan(600);
    const missing = entries.filter((one) => one.description === '');
    expect(missing.map((one) => one.path)).toEqual([]);
  });

  it('say what a thing is, and not only what v4 calls it', () => {
    const silent = entries.filter(
      ({ description }) => !/\p{L}+\W+\p{L}+/u.test(ownWords(description)),
    );
    expect(silent.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
  });

  it.each([
    ['v4 `first`, `second` or `third`.', '.'],
    ['v4: an element of `participantes`.', '.'],
    ['v4 `filename`: without folders.', ': without folders.'],
    ['The city. v4 `ciudad`.', 'The city. .'],
  ])('have of their own in "%s" only "%s"', (description, own) => {
    expect(ownWords(description)).toBe(own);
  });

  it('name nothing as v4 that v4 does not have', () => {
    const known = new Set(['', ...v4.members, ...v4.others]);
    const wrong = members.flatMap(({ path, description }) => {
      const [, after = ''] = /\bv4\b(.*)/s.exec(description) ?? [];
      const unknown = quotedWords(after).filter((word) => !known.has(word));
      return unknown.map((word) => `${path}: ${word}`);
    });
    expect(wrong).toEqual([]);
  });

  it('name no v4 path that is not served', () => {
    const texts = [...types, ...members].map((one) => one.description);
    const named = texts.join('\n').match(/(GET|POST) \/api\/v4\/[\w/{}-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect([...new Set(named)].filter((path) => !v4.operations.includes(path))).toEqual([]);
  });

  it('together name every member of the v4 bodies', () => {
    const named = new Set(members.flatMap((one) => quotedWords(one.description)));
    // The envelope, which GraphQL has in its own form, and a constant of the access token's answer.
    const others = new Set(['success', 'data', 'token_type', 'business', ...WORKED_OUT]);
    const missing = v4.members.filter((name) => !named.has(name) && !others.has(name));
    expect(v4.members.length).toBeGreaterThan(50);
    expect([...new Set(missing)]).toEqual([]);
  });
});

/** What a v4 report works out of a match, which the graph shows as it is. */
const WORKED_OUT = ['found', 'matched_kind'];

describe('the names', () => {
  it('are PascalCase for types, camelCase for fields and arguments, capitals for values', () => {
    expect(types.filter((type) => !/^([A-Z][a-z0-9]*)+$/.test(type.name))).toEqual([]);
    expect(pathsOf(fields.filter((one) => !/^[a-z][a-zA-Z0-9]*$/.test(one.name)))).toEqual([]);
    const values = types.filter(isEnumType).flatMap(membersOf);
    expect(
      pathsOf(values.filter((one) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(one.name))),
    ).toEqual([]);
  });

  it('are English: no v4 word stands in one', () => {
    const words = /negocio|participantes|docto|persona$|nombre|apellido|telefono|carga$|juridic/i;
    const names = [...types.map((type) => type.name), ...pathsOf(members)];
    expect(names.filter((name) => words.test(name))).toEqual([]);
  });

  it('of a mutation begin with a verb, and are those of its input and its result', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(0);
    for (const { name, args, type } of mutations) {
      expect(name).toMatch(
        /^(screen$|(add|apply|attach|complete|finalize|generate|record|revoke|create|delete|disable|enable|extract|import|issue|redeliver|remove|resolve|rotate|test|update|upsert)[A-Z])/,
      );
      const typename = name.charAt(0).toUpperCase() + name.slice(1);
      expect(args.map((one) => `${one.name}: ${String(one.type)}`)).toEqual([
        `input: ${typename}Input!`,
      ]);
      expect(String(type)).toBe(`${typename}Result!`);
      const result = getNamedType(type);
      const membersOfResult = isUnionType(result) ? result.getTypes() : [];
      const [payload, ...more] = membersOfResult.filter((one) => !one.name.endsWith('Error'));
      expect([payload?.name, more]).toEqual([`${typename}Payload`, []]);
      const errors = membersOfResult.filter((one) => one !== payload);
      expect(errors.map((one) => one.getInterfaces().map(String))).toEqual(
        errors.map(() => ['UserError']),
      );
    }
  });
});

describe('the types', () => {
  it('have no list that can hold null, save nodes, whose nulls are its answer', () => {
    const nullable = types.flatMap((type) =>
      fieldsOf(type)
        .filter((field) => /[^!]\]/.test(field.type))
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(nullable).toEqual(['Query.nodes']);
  });

  it('give no default to an input that may be null', () => {
    const inputs = types
      .filter(isInputObjectType)
      .flatMap((type) => Object.values(type.getFields()));
    const odd = inputs.filter((one) => one.default !== undefined && !isNonNullType(one.type));
    expect(odd.map(String)).toEqual([]);
  });
});
