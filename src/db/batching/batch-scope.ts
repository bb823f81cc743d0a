import { currentWorkScope, WorkScope } from '../../runtime/work-scope.ts';

/** Creates the work scope of a batch, traced with the first traced request. */
export function createBatchScope(
  batch: readonly { workScope: WorkScope | undefined }[],
): WorkScope {
  const batchScope = new WorkScope();
  for (const { workScope } of batch) {
    batchScope.trace ??= workScope?.trace;
    batchScope.isRequest ||= workScope?.isRequest === true;
    batchScope.isWarmUp ||= workScope?.isWarmUp === true;
  }
  return batchScope;
}

/** Adds the number of statements of the batch to the count of each of its requests. */
export function countStatements(batch: readonly { workScope: WorkScope | undefined }[]): void {
  const sent = currentWorkScope()?.statements ?? 0;
  for (const { workScope } of batch) if (workScope !== undefined) workScope.statements += sent;
}
