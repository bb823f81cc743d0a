import type { ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Ctx } from '../../context.ts';
import { labelOf } from './operation-label.ts';

/** Notes for the request's line in the log what it asks for; it stands before whatever may refuse that. */
export const noteOperationPlugin: Plugin<Ctx, Ctx> = {
  onExecute: ({ args }) => note(args, args.contextValue),
  onSubscribe: ({ args }) => note(args, args.contextValue),
};

/** What comes to be executed is valid. */
function note({ schema, document, operationName }: ExecutionArgs, { record }: Ctx): void {
  if (record === undefined) return;
  const operation = { schema, document, operationName };
  record.setOperation(labelOf(operation, record.isTrustedDocument));
}
