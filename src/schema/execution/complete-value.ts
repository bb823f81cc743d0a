import {
  type GraphQLAbstractType,
  GraphQLBoolean,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLString,
  type GraphQLTypeResolver,
  isLeafType,
} from 'graphql';
import type { RequestContext } from '../../context.ts';
import {
  type Complete,
  completeLater,
  isPromiseLike,
  PlanFallbackError,
  type Run,
  runFields,
  type Selection,
} from './run-plan.ts';

/**
 * Leaf types with the `typeof` of values that need no serialization. Most values need none; graphql-js would check each
 * of them again.
 */
const PLAIN_KINDS = new Map<GraphQLLeafType, string>([
  [GraphQLString, 'string'],
  [GraphQLID, 'string'],
  [GraphQLBoolean, 'boolean'],
]);

/** Returns the `typeof` of values of the type that need no serialization. Undefined when all values need it. */
export function findPlainKind(type: GraphQLOutputType): string | undefined {
  return isLeafType(type) ? PLAIN_KINDS.get(type) : undefined;
}

export function createLeafCompletion(type: GraphQLLeafType): Complete {
  const plainKind = PLAIN_KINDS.get(type);
  return (value, { pace }) => {
    const output = typeof value === plainKind ? value : type.coerceOutputValue(value);
    if (output === null || output === undefined) throw new PlanFallbackError();
    if (typeof output === 'string') pace.count(output.length);
    return output;
  };
}

export function createObjectCompletion(
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
  getSelection: () => Selection,
): Complete {
  return (value, run) => {
    if (type.isTypeOf && type.isTypeOf(value, run.ctx, info) !== true)
      throw new PlanFallbackError();
    return runFields(getSelection(), value, run);
  };
}

/**
 * Creates the completion of an abstract type. `findCompletion` returns the completion of an object type by name, or
 * undefined when the type is not a member of the abstract type.
 */
export function createAbstractCompletion(
  type: GraphQLAbstractType,
  info: GraphQLResolveInfo,
  typeChoice: {
    resolveType: GraphQLTypeResolver<unknown, RequestContext>;
    findCompletion: (name: string) => Complete | undefined;
  },
): Complete {
  const completeAs = (name: unknown, value: unknown, run: Run): unknown => {
    const complete = typeof name === 'string' ? typeChoice.findCompletion(name) : undefined;
    if (complete === undefined) throw new PlanFallbackError();
    return complete(value, run);
  };
  return (value, run) => {
    const name = typeChoice.resolveType(value, run.ctx, info, type);
    if (!isPromiseLike(name)) return completeAs(name, value, run);
    return completeLater(name, run, (settled) => completeAs(settled, value, run));
  };
}
