import type { ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { createOperationLabel } from './operation-label.ts';

/** Records the operation for the access log, before any plugin that may reject it. */
export const noteOperationPlugin: Plugin<RequestContext, RequestContext> = {
  onExecute: ({ args }) => noteOperation(args, args.contextValue),
  onSubscribe: ({ args }) => noteOperation(args, args.contextValue),
};

/** Records an operation that is about to be executed, and therefore valid. */
function noteOperation(
  { schema, document, operationName }: ExecutionArgs,
  { record }: RequestContext,
): void {
  if (record === undefined) return;
  const operation = { schema, document, operationName };
  record.setOperation(createOperationLabel(operation, record.isTrustedDocument));
}
