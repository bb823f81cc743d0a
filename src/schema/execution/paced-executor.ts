import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLLeafType,
  getNamedType,
  getOperationAST,
  isLeafType,
  OperationTypeNode,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
} from 'graphql';
// Internal class of graphql-js: only a subclass can run code between two fields.
import { Executor } from 'graphql/execution/Executor.js';
import { areLarge, coerceLargeVariables, withoutVariables } from './large-variables.ts';
import type { Pace } from './pace.ts';
import { toNotRun } from './refusals.ts';
import type { VariableValues } from './valid-operation.ts';

type CompletePromised = Parameters<Executor['completePromisedValue']>;
type CompleteList = Parameters<Executor['completeListValue']>;
type CompleteItem = Parameters<Executor['completeMaybePromisedListItemValue']>;
type HandleError = Parameters<Executor['handleFieldError']>;
type ExecuteFields = Parameters<Executor['executeFields']>;

/** Options of an execution. `coerced` has the variables when they were coerced before. */
type PacedOptions = { pace: Pace; points: number; coerced?: VariableValues | undefined };

/**
 * Executes with the results of graphql-js, at the given pace. A stopped execution has the refusal as its only result.
 */
export async function executePaced(
  args: ExecutionArgs,
  { pace, points, coerced }: PacedOptions,
): Promise<ExecutionResult> {
  const checked = await validateArgs({ ...args, hideSuggestions: true }, { pace, coerced });
  if (!('schema' in checked)) return { errors: checked.map(toNotRun) };
  return await executeChecked(checked, pace, points);
}

/** Validates execution arguments with the results of graphql-js; coerces large variables in time slices. */
async function validateArgs(
  args: ExecutionArgs,
  { pace, coerced }: Pick<PacedOptions, 'pace' | 'coerced'>,
): Promise<ReturnType<typeof validateExecutionArgs>> {
  const { document, operationName } = args;
  const operation = getOperationAST(document, operationName);
  const variableValues = coerced ?? (await coerceIfLarge(args, pace));
  // graphql-js reports invalid variables and unknown operation names.
  if (!operation || variableValues === undefined) return validateExecutionArgs(args);
  const bare = { ...args, document: withoutVariables(document), variableValues: {} };
  const checked = validateExecutionArgs(bare);
  return 'schema' in checked ? { ...checked, operation, variableValues } : checked;
}

/** Coerces large variables; undefined when they are not large, or invalid. */
async function coerceIfLarge(
  args: ExecutionArgs,
  { serviceId }: Pace,
): Promise<VariableValues | undefined> {
  const { operationName, variableValues: variables } = args;
  if (!variables || !areLarge(variables)) return undefined;
  return await coerceLargeVariables({ ...args, operationName }, variables, { serviceId });
}

/** Executes validated arguments at the given pace; also used for each event of a subscription. */
export async function executeChecked(
  checked: ValidatedExecutionArgs,
  pace: Pace,
  points = 0,
): Promise<ExecutionResult> {
  try {
    await pace.begin(points);
    if (checked.operation.operation === OperationTypeNode.MUTATION) pace.beginMutation();
    const executor = new PacedExecutor(checked, pace);
    return await executor.executeRootSelectionSet();
  } catch (error) {
    if (pace.refusal === undefined) throw error;
    return { errors: [pace.refusal] };
  }
}

class PacedExecutor extends Executor {
  readonly #pace: Pace;

  constructor(args: ValidatedExecutionArgs, pace: Pace) {
    super(args);
    this.#pace = pace;
  }

  /** Counts the keys and punctuation of an object; its values are counted as they are completed. */
  override executeFields(...args: ExecuteFields): ReturnType<Executor['executeFields']> {
    const [, , , fields] = args;
    // Two braces; for each key two quotes, a colon, a comma and at least one byte of the value.
    let bytes = 2;
    for (const key of fields.keys()) bytes += key.length + 5;
    this.#count(bytes);
    return super.executeFields(...args);
  }

  override handleFieldError(...args: HandleError): void {
    super.handleFieldError(...args);
    this.#count(ERROR_BYTES);
  }

  override completeLeafValue(type: GraphQLLeafType, result: unknown): unknown {
    const value = super.completeLeafValue(type, result);
    if (typeof value === 'string') this.#count(value.length);
    return value;
  }

  override completePromisedValue(...args: CompletePromised): Promise<unknown> {
    const [type, fields, info, path, result, position] = args;
    const isRoot = path.prev === undefined;
    const pacedResult = this.#awaitPaced(result, isRoot);
    return super.completePromisedValue(type, fields, info, path, pacedResult, position);
  }

  override completeListValue(...args: CompleteList): ReturnType<Executor['completeListValue']> {
    const [type, fields, info, path, result, position] = args;
    const isLong =
      Array.isArray(result) && (result.length > UNPACED_LENGTH_MAX || this.#pace.isDue);
    if (!isLong || isLeafType(getNamedType(type))) return super.completeListValue(...args);
    const items = this.#inSlices(result);
    return this.completeAsyncIterableValue(type.ofType, fields, info, path, items, position);
  }

  /** Handles rejections of pending items: an aborted list no longer awaits them, and unhandled ones end the process. */
  override completeMaybePromisedListItemValue(...args: CompleteItem): boolean {
    const isPending = super.completeMaybePromisedListItemValue(...args);
    const [, results] = args;
    const last = results.at(-1);
    if (isPending && last instanceof Promise) last.catch(() => undefined);
    return isPending;
  }

  async *#inSlices(items: readonly unknown[]): AsyncGenerator<unknown, void> {
    for (const item of items) {
      if (this.#pace.isDue) await this.#next();
      yield item;
    }
  }

  async #awaitPaced(result: PromiseLike<unknown>, isRoot: boolean): Promise<unknown> {
    this.#pace.addPending();
    let value: unknown;
    try {
      value = await result;
    } finally {
      this.#pace.removePending();
    }
    // The only root field of a mutation has made its change.
    if (isRoot) this.#pace.markChangeMade();
    if (this.#pace.isDue) await this.#next();
    return value;
  }

  /** Counts bytes. Exceeding the limit ends the execution and is not a field error. */
  #count(bytes: number): void {
    try {
      this.#pace.count(bytes);
    } catch (error) {
      this.abort(error);
      throw error;
    }
  }

  async #next(): Promise<void> {
    try {
      await this.#pace.waitToContinue();
    } catch (error) {
      this.abort(error);
      throw error;
    }
  }
}

/** Upper bound for the memory of an error, which is copied when it is located, masked and written. */
const ERROR_BYTES = 4096;

/**
 * Length of a list of objects above which its completion may pause. The usual page of 20 is completed without the cost
 * of an async iteration.
 */
const UNPACED_LENGTH_MAX = 20;
