import type {
  GraphQLAbstractType,
  GraphQLFieldResolver,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLTypeResolver,
} from 'graphql';
import type { Ctx } from '../context.ts';
import type { VariableValues } from './known-operation.ts';

/** One execution of a plan. `args` holds the arguments of each field that has any, once they were needed. */
export type Run = { ctx: Ctx; variables: VariableValues; args: Args[] };
export type Args = Record<string, unknown>;

export type PlannedField = {
  /** The name that it is answered under. */
  key: string;
  resolve: GraphQLFieldResolver<unknown, Ctx>;
  argsOf: (run: Run) => Args;
  info: GraphQLResolveInfo;
  complete: Complete;
};

/** Makes of what a resolver gave what is answered, or a promise of it. Throws where graphql would tell of an error. */
export type Complete = (value: unknown, run: Run) => unknown;

/** Why a plan cannot go on; who runs it leaves the operation to graphql, which finds the words for it. */
class PlanLeft extends Error {}

/** The fields of one object, in their order, each resolved before the next begins and none waited for before the last. */
export function runFields(fields: readonly PlannedField[], source: unknown, run: Run): unknown {
  const result: Record<string, unknown> = {};
  let pending: Promise<unknown>[] | undefined;
  try {
    for (const field of fields) {
      const { key } = field;
      const value = runField(field, source, run);
      // Also a promise, so that the keys stand in the order of the fields.
      result[key] = value;
      if (!isPromiseLike(value)) continue;
      pending ??= [];
      pending.push(
        value.then((settled) => {
          result[key] = settled;
          return settled;
        }),
      );
    }
  } catch (error) {
    // Nobody waits for them any more, and one that rejects unheard would end the process.
    if (pending !== undefined) void Promise.allSettled(pending);
    throw error;
  }
  return pending === undefined ? result : Promise.all(pending).then(() => result);
}

function runField(field: PlannedField, source: unknown, run: Run): unknown {
  const value: unknown = field.resolve(source, field.argsOf(run), run.ctx, field.info);
  if (isPromiseLike(value)) return value.then((settled) => field.complete(settled, run));
  return field.complete(value, run);
}

export function completeRequired(complete: Complete): Complete {
  return (value, run) => {
    if (value === null || value === undefined || value instanceof Error) throw new PlanLeft();
    return complete(value, run);
  };
}

export function completeNullable(complete: Complete): Complete {
  return (value, run) => {
    if (value instanceof Error) throw new PlanLeft();
    return value === null || value === undefined ? null : complete(value, run);
  };
}

export function completeLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const output = type.coerceOutputValue(value);
    if (output === null || output === undefined) throw new PlanLeft();
    return output;
  };
}

export function completeList(completeItem: Complete): Complete {
  return (value, run) => {
    if (!Array.isArray(value)) throw new PlanLeft();
    const items: unknown[] = [];
    try {
      for (const item of value)
        items.push(
          isPromiseLike(item)
            ? item.then((settled) => completeItem(settled, run))
            : completeItem(item, run),
        );
    } catch (error) {
      void Promise.allSettled(items);
      throw error;
    }
    return items.some(isPromiseLike) ? Promise.all(items) : items;
  };
}

export function completeObject(
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
  fieldsOf: () => readonly PlannedField[],
): Complete {
  return (value, run) => {
    if (type.isTypeOf && type.isTypeOf(value, run.ctx, info) !== true) throw new PlanLeft();
    return runFields(fieldsOf(), value, run);
  };
}

/** `completeAs` finds what completes objects of a type by its name; undefined for one that cannot be. */
export function completeAbstract(
  type: GraphQLAbstractType,
  info: GraphQLResolveInfo,
  choose: {
    typeOf: GraphQLTypeResolver<unknown, Ctx>;
    completeAs: (name: string) => Complete | undefined;
  },
): Complete {
  const completeAs = (name: unknown, value: unknown, run: Run): unknown => {
    const complete = typeof name === 'string' ? choose.completeAs(name) : undefined;
    if (complete === undefined) throw new PlanLeft();
    return complete(value, run);
  };
  return (value, run) => {
    const name = choose.typeOf(value, run.ctx, info, type);
    if (isPromiseLike(name)) return name.then((settled) => completeAs(settled, value, run));
    return completeAs(name, value, run);
  };
}

function isPromiseLike(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
