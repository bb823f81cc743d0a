import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../context.ts';
import type { Pace } from './pace.ts';
import type { VariableValues } from './valid-operation.ts';

/** Execution of a plan. `args` caches the arguments of fields that use variables, by the number of the field. */
export type Run = { ctx: RequestContext; variables: VariableValues; args: Args[]; pace: Pace };
export type Args = Record<string, unknown>;

/** Planned field. `key` is its response name. */
export type PlannedField = { key: string; read: ReadField };

/**
 * Returns the value of a field of one object, or a promise. Throws or rejects where graphql-js would report an error.
 */
export type ReadField = (source: unknown, run: Run) => unknown;

/**
 * Completes the value of a resolver, or returns a promise of it. Throws or rejects where graphql-js would report an
 * error.
 */
export type Complete = (value: unknown, run: Run) => unknown;

/** Thrown when a plan cannot continue: the operation falls back to graphql-js, which reports the error. */
export class PlanFallbackError extends Error {}

/** Planned fields of an object type. */
export type Selection = {
  fields: readonly PlannedField[];
  /** Minimum size of an object in JSON: keys, punctuation and one byte for each value. */
  bytes: number;
  createObject: () => Record<string, unknown>;
};

/**
 * Creates a selection with a class for its objects, so that V8 learns their size instead of growing each object key by
 * key.
 */
export function createSelection(fields: readonly PlannedField[]): Selection {
  class ResultObject {
    [key: string]: unknown;
  }
  // Two braces; for each key two quotes, a colon, a comma and one byte of the value.
  const bytes = fields.reduce((sum, { key }) => sum + key.length + 5, 2);
  return { fields, bytes, createObject: () => new ResultObject() };
}

/** Resolves the fields of an object in order. Pending values are awaited together after the last field was started. */
export function runFields(selection: Selection, source: unknown, run: Run): unknown {
  run.pace.count(selection.bytes);
  const result = selection.createObject();
  let pending: Promise<void>[] | undefined;
  try {
    for (const { key, read } of selection.fields) {
      const value = read(source, run);
      // A promise is set as well, so that the keys have the order of the fields.
      result[key] = value;
      if (value instanceof Promise) {
        pending ??= [];
        pending.push(setWhenSettled(value, result, key));
      }
    }
  } catch (error) {
    // The pending values are no longer awaited, and an unhandled rejection would end the process.
    if (pending !== undefined) void Promise.allSettled(pending);
    throw error;
  }
  return pending === undefined ? result : Promise.all(pending).then(() => result);
}

async function setWhenSettled(
  value: Promise<unknown>,
  result: Record<string, unknown>,
  key: string,
): Promise<void> {
  result[key] = await value;
}

export type Resolution = {
  /** Name of the field, which is the name of the member of the source object. */
  name: string;
  resolve: GraphQLFieldResolver<unknown, RequestContext>;
  getArgs: (run: Run) => Args;
  getInfo: (run: Run) => GraphQLResolveInfo;
};

/** Returns a reader that calls the resolver of a field. */
export function createResolverReader(
  { resolve, getArgs, getInfo }: Resolution,
  complete: Complete,
): ReadField {
  return (source, run) => {
    const value: unknown = resolve(source, getArgs(run), run.ctx, getInfo(run));
    return isPromiseLike(value) ? completeLater(value, run, complete) : complete(value, run);
  };
}

/** Returns a reader of a member of the source object, with the result of graphql-js's default resolver. */
export function createMemberReader(resolution: Resolution, complete: Complete): ReadField {
  const { name } = resolution;
  const readByResolver = createResolverReader(resolution, complete);
  return (source, run) => {
    const value = isObject(source) ? source[name] : undefined;
    const isPlain = typeof value !== 'function' && !isPromiseLike(value);
    return isPlain ? complete(value, run) : readByResolver(source, run);
  };
}

/** Member whose value is returned unchanged when its `typeof` is `kind`, or when it is null and nullable. */
export type PlainMember = { kind: string; isNullable: boolean };

/** Returns a reader of a leaf member, which skips the completion of plain values. */
export function createLeafReader(
  resolution: Resolution,
  complete: Complete,
  { kind, isNullable }: PlainMember,
): ReadField {
  const { name } = resolution;
  const readMember = createMemberReader(resolution, complete);
  return (source, run) => {
    const value = isObject(source) ? source[name] : undefined;
    const isPlain = value === null ? isNullable : typeof value === kind;
    if (!isPlain) return readMember(source, run);
    if (typeof value === 'string') run.pace.count(value.length);
    return value;
  };
}

export function createRequiredCompletion(complete: Complete): Complete {
  return (value, run) => {
    if (value === null || value === undefined || value instanceof Error)
      throw new PlanFallbackError();
    return complete(value, run);
  };
}

export function createNullableCompletion(complete: Complete): Complete {
  return (value, run) => {
    if (value instanceof Error) throw new PlanFallbackError();
    return value === null || value === undefined ? null : complete(value, run);
  };
}

/**
 * Completes a promised value. The function awaits instead of calling `then`, because the thenable of a resolver may not
 * be a Promise.
 */
export async function completeLater(
  value: PromiseLike<unknown>,
  run: Run,
  complete: Complete,
): Promise<unknown> {
  const { pace } = run;
  pace.addPending();
  let settled: unknown;
  try {
    settled = await value;
  } finally {
    pace.removePending();
  }
  if (pace.isDue) await pace.waitToContinue();
  return await complete(settled, run);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && typeof value['then'] === 'function';
}
