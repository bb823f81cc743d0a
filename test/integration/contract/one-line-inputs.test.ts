import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at } from '../../support/clients/graphql.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { root } from '../../support/probes/source-files.ts';

const gateway = useGateway();
const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
const WITH_BELL = 'a\u0007b';

/** Texts that are not restricted to one line, each with the reason. Terminals and documents escape what they show of them. */
const NOT_ONE_LINE: Record<string, RegExp> = {
  'line breaks of a long text': /\.(?:answers\.answer|note|questions\.text|economicActivity)$/,
  'only compared with stored texts':
    /\.(?:business\.code|answers\.question|templates?|combinedFrom|matches\.(?:sourceCode|externalId))$/,
  'compared with the e-mail addresses of users': /^issueAccessToken\.email$/,
  'normalised to one line before it is stored': /^createFileUpload\.fileName$/,
  'keys, choices and texts that the template of the report checks': /^updateSocioeconomicSection\./,
};

/** Members without which a mutation reports nothing of the others. */
const ALWAYS: Record<string, object> = {
  createFileUpload: { mediaType: 'text/csv', fileName: 'a.csv' },
  screen: { participant: { databaseId: 1 } },
};

const MUTATIONS = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Returns the paths of all text members of a type, without list indexes. */
function listTexts(type: GraphQLInputType, path: string[] = []): string[][] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return named.name === 'String' ? [path] : [];
  return Object.values(named.getFields()).flatMap((field) =>
    listTexts(field.type, [...path, field.name]),
  );
}

const SCALARS: Record<string, unknown> = {
  String: 'a',
  ID: '1',
  SafeInt: 1,
  Int: 1,
  Float: 1,
  Boolean: true,
};

/** Returns the smallest value of the type that has the text with the control character at the path. */
function fill(type: GraphQLInputType, path: readonly string[]): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [fill(nullable.ofType, path)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (!isInputObjectType(nullable)) return path.length === 0 ? WITH_BELL : SCALARS[nullable.name];
  const [step, ...rest] = path;
  const fields = Object.values(nullable.getFields());
  const isNeeded = (field: GraphQLInputField): boolean =>
    nullable.isOneOf ? step === ANY && field === fields[0] : isRequiredInputField(field);
  return Object.fromEntries(
    fields
      .filter((field) => field.name === step || isNeeded(field))
      .map((field) => [field.name, fill(field.type, field.name === step ? rest : [ANY])]),
  );
}

/** Step of a path that leads to no text. */
const ANY = '';

const issuesSchema = z.array(z.object({ path: z.array(z.string()) }));

const ISSUES = '... on InputValidationError { issues { path } }';
/** Selections of the mutations that report issues of their items. */
const OF_ITEMS: Record<string, string> = {
  upsertBusinesses: `... on UpsertBusinessesPayload { outcomes { ${ISSUES} } }`,
};

/** Returns the paths of the issues of a mutation, without list indexes. */
async function listIssues(mutation: string, input: object): Promise<string[]> {
  const { body } = await gateway.graphql(
    `mutation ($input: ${String(inputOf(mutation))}) { ${mutation}(input: $input) {
      __typename ${ISSUES} ${OF_ITEMS[mutation] ?? ''} } }`,
    { input },
  );
  const result = at(body, 'data', mutation);
  expect(result).toHaveProperty('__typename');
  const issues = at(result, 'issues') ?? at(result, 'outcomes', 0, 'issues') ?? [];
  return issuesSchema
    .parse(issues)
    .map(({ path }) => path.filter((step) => !/^\d+$/.test(step)).join('.'));
}

function inputOf(mutation: string): GraphQLInputType {
  const field = MUTATIONS.find(({ name }) => name === mutation);
  const input = field?.args.find(({ name }) => name === 'input');
  if (input === undefined) throw new Error(`${mutation} has no input.`);
  return input.type;
}

describe('a control character in an input', () => {
  it.each(MUTATIONS.map(({ name }) => name))(
    'is refused by %s, except where the text may have several lines',
    async (mutation) => {
      const type = inputOf(mutation);
      const accepted: string[] = [];
      for (const path of listTexts(type)) {
        const input = { ...ALWAYS[mutation], ...z.looseObject({}).parse(fill(type, path)) };
        const issues = await listIssues(mutation, input);
        if (!issues.some((issue) => path.join('.').endsWith(issue) && issue !== ''))
          accepted.push(`${mutation}.${path.join('.')}`);
      }
      const reasons = Object.values(NOT_ONE_LINE);
      expect(accepted.filter((place) => !reasons.some((reason) => reason.test(place)))).toEqual([]);
    },
  );
});
