import { createComplexityRule } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { LIMIT_EXCEEDED } from './limits.ts';

/** An operation that is about to run, with its variables as they were sent. */
export type PricedOperation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
};

/**
 * Looks at what an operation costs when its variables are known and nothing of it has run: one over `costMax` is
 * refused, any other is charged to the service's budget. Documents are validated once for all their variables, so
 * this is the last step of validation and not one of its cached rules.
 */
export function createCostPlugin(costMax: number): Plugin<Ctx, Ctx> {
  const admit = async (args: ExecutionArgs, ctx: Ctx): Promise<GraphQLError | undefined> => {
    const { schema, document, operationName, variableValues } = args;
    const cost = costOf({ schema, document, operationName, variables: variableValues ?? {} }, ctx);
    if (cost > costMax) {
      const message = `The operation costs ${cost} points: at most ${costMax}.`;
      return new GraphQLError(message, { extensions: { ...LIMIT_EXCEEDED, http: NOT_RUN } });
    }
    return await charge(ctx, cost);
  };
  return {
    onExecute: async ({ args, setResultAndStopExecution }) => {
      const refusal = await admit(args, args.contextValue);
      if (refusal !== undefined) setResultAndStopExecution({ errors: [refusal] });
    },
    onSubscribe: async ({ args, setResultAndStopExecution }) => {
      const refusal = await admit(args, args.contextValue);
      if (refusal !== undefined) setResultAndStopExecution({ errors: [refusal] });
    },
  };
}

/** As for a document that is not valid: 400 where the media type of GraphQL was asked for, else 200. */
const NOT_RUN = { status: 400, spec: true };

async function charge(ctx: Ctx, cost: number): Promise<GraphQLError | undefined> {
  try {
    await ctx.spending.charge(cost);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new GraphQLError(error.message, { originalError: error });
  }
}

const pricesByDocument = new WeakMap<DocumentNode, Map<string, number>>();
const PRICES_MAX = 100;

/**
 * The points of an operation: of the objects that it may answer, see schema/field-cost.ts. 0 where its variables
 * or its name are wrong, which the execution says. To price one takes longer than to run many, so prices are
 * kept with the document.
 */
function costOf(operation: PricedOperation, ctx: Ctx): number {
  const prices = pricesByDocument.get(operation.document) ?? new Map<string, number>();
  pricesByDocument.set(operation.document, prices);
  const key = JSON.stringify([operation.operationName, sizesOf(operation.variables)]);
  const known = prices.get(key);
  if (known !== undefined) return known;
  const price = findPrice(operation, ctx);
  // Not kept: other variables of the same sizes may be right.
  if (price === undefined) return 0;
  if (prices.size >= PRICES_MAX) prices.clear();
  prices.set(key, price);
  return price;
}

/** What of variables a price may depend on: numbers, and how long lists are; never a text. */
function sizesOf(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [value.length];
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, sizesOf(member)]);
}

function findPrice(operation: PricedOperation, ctx: Ctx): number | undefined {
  const { schema, document, operationName, variables } = operation;
  const prices: number[] = [];
  const rule = createComplexityRule({
    context: ctx,
    variableValues: variables,
    operationName: operationName ?? null,
    validate: ({ complexity }) => {
      prices.push(complexity);
    },
  });
  const faults = validate(schema, withoutTypenames(document), [rule]);
  return faults.length === 0 && prices.length > 0 ? Math.max(...prices) : undefined;
}

/** Clients ask for `__typename` everywhere, and the plugin would take each for an object. */
function withoutTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }: FieldNode) => (name.value === '__typename' ? null : undefined),
  });
}
