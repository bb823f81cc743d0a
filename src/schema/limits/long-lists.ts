import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { invalidAt } from '../../errors.ts';
import { NODES_MAX } from '../../resolvers/common/check-node-ids.ts';
import { KEYS_MAX } from '../../resolvers/questionnaire/inputs.ts';
import { RFCS_MAX } from '../../resolvers/tax/inputs.ts';
import { LOOKUP_RFCS_MAX } from '../../resolvers/taxpayers/inputs.ts';
import { formatTooMany } from '../../validation/sentences.ts';
import { findLargeVariable } from './large-variables.ts';

/**
 * Maximum length of each list argument, by `field.argument` of the query type. A test verifies that none is missing.
 */
export const LIST_LENGTHS: Readonly<Record<string, number>> = {
  'nodes.ids': NODES_MAX,
  'questionnaireTemplates.keys': KEYS_MAX,
  'filledQuestionnaires.keys': KEYS_MAX,
  'sat69Batch.rfcs': LOOKUP_RFCS_MAX,
  'sat69bBatch.rfcs': LOOKUP_RFCS_MAX,
  'validateRfcs.inputs': RFCS_MAX,
};

/** Rejects long lists before the variables are coerced. */
export const longListPlugin: Plugin = {
  onExecute: ({ args, setResultAndStopExecution }) => {
    const error = findRefusal(args);
    if (error !== undefined) setResultAndStopExecution({ data: null, errors: [error] });
  },
};

function findRefusal({
  schema,
  document,
  variableValues,
}: ExecutionArgs): GraphQLError | undefined {
  const longList = findLongList({ schema, document }, variableValues ?? {});
  if (longList === undefined) return undefined;
  const { responseName, argument, max } = longList;
  const originalError = invalidAt([argument], formatTooMany(max), 'too_many');
  const path = responseName === undefined ? {} : { path: [responseName] };
  return new GraphQLError(originalError.message, { ...path, originalError });
}

/**
 * List argument that is far too long. A variable with too many items in total is one without `responseName`.
 */
export type LongList = { responseName: string | undefined; argument: string; max: number };

/**
 * Finds a variable whose list takes too long to coerce. Undefined when there is none. Lists slightly over the limit are
 * rejected by the operation, together with its other issues.
 */
export function findLongList(
  { schema, document }: { schema: GraphQLSchema; document: DocumentNode },
  variables: Readonly<Record<string, unknown>>,
): LongList | undefined {
  const long = listUses(schema, document).find(({ variable, max }) => {
    const value = variables[variable];
    return Array.isArray(value) && value.length > Math.max(max, COERCED_MAX);
  });
  if (long !== undefined) return long;
  const large = findLargeVariable(document, variables);
  return large && { responseName: undefined, argument: large.variable, max: large.max };
}

/** Length up to which a list is coerced in negligible time. */
const COERCED_MAX = 1000;

/** Use of a variable as a list argument. */
type ListUse = LongList & { variable: string };

const usesByDocument = new WeakMap<DocumentNode, readonly ListUse[]>();

function listUses(schema: GraphQLSchema, document: DocumentNode): readonly ListUse[] {
  const cached = usesByDocument.get(document);
  if (cached !== undefined) return cached;
  const uses: ListUse[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name, alias, arguments: argumentNodes }) => {
        if (types.getParentType() !== schema.getQueryType()) return;
        for (const { name: argument, value } of argumentNodes ?? []) {
          const max = LIST_LENGTHS[`${name.value}.${argument.value}`];
          if (max === undefined || value.kind !== 'Variable') continue;
          const responseName = (alias ?? name).value;
          uses.push({ responseName, argument: argument.value, max, variable: value.name.value });
        }
      },
    }),
  );
  usesByDocument.set(document, uses);
  return uses;
}
