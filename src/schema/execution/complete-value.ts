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
 * Leaf types whose values of one `typeof` are returned unchanged, which most values are; serialization by graphql-js is
 * slow.
 */
const PLAIN = new Map<GraphQLLeafType, string>([
  [GraphQLString, 'string'],
  [GraphQLID, 'string'],
  [GraphQLBoolean, 'boolean'],
]);

/** Returns the `typeof` of values of the type that are returned unchanged. Undefined when there are none. */
export function plainKindOf(type: GraphQLOutputType): string | undefined {
  return isLeafType(type) ? PLAIN.get(type) : undefined;
}

export function completeLeaf(type: GraphQLLeafType): Complete {
  const plain = PLAIN.get(type);
  return (value, { pace }) => {
    const output = typeof value === plain ? value : type.coerceOutputValue(value);
    if (output === null || output === undefined) throw new PlanFallbackError();
    if (typeof output === 'string') pace.count(output.length);
    return output;
  };
}

export function completeObject(
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
  selectionOf: () => Selection,
): Complete {
  return (value, run) => {
    if (type.isTypeOf && type.isTypeOf(value, run.ctx, info) !== true)
      throw new PlanFallbackError();
    return runFields(selectionOf(), value, run);
  };
}

/**
 * Returns the completion of an abstract type. `completeAs` returns the completion of an object type by name; undefined
 * for a type that is not a member.
 */
export function completeAbstract(
  type: GraphQLAbstractType,
  info: GraphQLResolveInfo,
  choose: {
    typeOf: GraphQLTypeResolver<unknown, RequestContext>;
    completeAs: (name: string) => Complete | undefined;
  },
): Complete {
  const completeAs = (name: unknown, value: unknown, run: Run): unknown => {
    const complete = typeof name === 'string' ? choose.completeAs(name) : undefined;
    if (complete === undefined) throw new PlanFallbackError();
    return complete(value, run);
  };
  return (value, run) => {
    const name = choose.typeOf(value, run.ctx, info, type);
    if (!isPromiseLike(name)) return completeAs(name, value, run);
    return completeLater(name, run, (settled) => completeAs(settled, value, run));
  };
}
