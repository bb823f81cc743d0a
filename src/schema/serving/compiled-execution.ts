import type { RequestContext } from '../../context.ts';
import { BoundedCache, estimateTextBytes } from '../../runtime/bounded-cache.ts';
import type { ValidOperation } from '../execution/valid-operation.ts';
import type { Admission } from '../limits/admission.ts';
import { estimateDocumentBytes } from './document-bytes.ts';
import {
  type CachedOperation,
  type CompiledParts,
  executeCompiledMutation,
  executeCompiledQuery,
  isMutation,
} from './execute-compiled.ts';
import type { GraphqlReply, GraphqlRequest } from './graphql-reply.ts';
import { createOperationLabel } from './operation-label.ts';
import { readOperation } from './read-operation.ts';
import { findRequestedText } from './trusted-documents.ts';

/**
 * Compiled execution of queries and mutations that were executed before, without Yoga. Compiled execution returns only
 * responses that Yoga would return with the same bytes. All other requests, in particular errors, fall back to Yoga.
 */
export type CompiledExecution = {
  /** Executes a request. Undefined when Yoga must respond. */
  execute: (request: GraphqlRequest, ctx: RequestContext) => Promise<GraphqlReply | undefined>;
  /** Remembers a valid operation that Yoga is about to run. */
  learnOperation: (text: string, operation: ValidOperation) => void;
  /** Remembers the content type of Yoga's response, which depends on the Accept header only. */
  learnReply: (accept: string, reply: GraphqlReply) => void;
};

export function createCompiledExecution(
  admission: Admission,
  executions: CompiledParts['executions'],
): CompiledExecution {
  const operations = createOperationCache();
  const contentTypes = createContentTypes();

  const execute: CompiledExecution['execute'] = async ({ body, accept }, ctx) => {
    const contentType = contentTypes.get(accept);
    const operation = contentType === undefined ? undefined : readOperation(body);
    if (contentType === undefined || operation === undefined) return undefined;
    // Undefined for a text when the service accepts trusted documents only.
    const text = await findRequestedText(ctx, operation.body);
    const cached =
      text === undefined
        ? undefined
        : operations.get(createCacheKey(text, operation.operationName));
    if (cached === undefined) return undefined;
    noteOperation(cached, ctx);
    const { variables } = operation;
    const headers = { 'content-type': contentType };
    const request = { variables, ctx, headers };
    return cached.isMutation
      ? await executeCompiledMutation(cached, request, { admission, executions })
      : await executeCompiledQuery(cached, request, { admission, executions });
  };
  return {
    execute,
    learnOperation: (text, operation) => {
      const key = createCacheKey(text, operation.operationName);
      if (text.length > TEXT_LENGTH_MAX || operations.has(key)) return;
      operations.set(key, {
        operation,
        isMutation: isMutation(operation),
        useCount: 0,
        plan: undefined,
        labels: {},
      });
    },
    learnReply: (accept, reply) => {
      const contentType = reply.headers['content-type'] ?? '';
      if (reply.status === 200 && 'body' in reply && JSON_TYPES.has(contentType))
        contentTypes.set(accept, contentType);
    },
  };
}

function createOperationCache(): BoundedCache<CachedOperation> {
  return new BoundedCache<CachedOperation>({
    name: 'known operations',
    entriesMax: OPERATIONS_MAX,
    bytesMax: OPERATIONS_BYTES_MAX,
    bytesOf: ({ operation }) => PLAN_SIZE_FACTOR * estimateDocumentBytes(operation.document),
  });
}

function createContentTypes(): BoundedCache<string> {
  return new BoundedCache<string>({
    name: 'accept headers',
    entriesMax: ACCEPTS_MAX,
    bytesMax: ACCEPTS_BYTES_MAX,
    bytesOf: estimateTextBytes,
  });
}

function noteOperation({ operation, labels }: CachedOperation, { record }: RequestContext): void {
  if (record === undefined) return;
  if (record.isTrustedDocument)
    record.setOperation((labels.trusted ??= createOperationLabel(operation, true)));
  else record.setOperation((labels.untrusted ??= createOperationLabel(operation, false)));
}

/** Length above which a document is never compiled, in characters. */
const TEXT_LENGTH_MAX = 10_000;
/** Maximum number and memory of compiled operations. */
const OPERATIONS_MAX = 500;
const OPERATIONS_BYTES_MAX = 48 * 1024 * 1024;
/** Estimated memory of a compiled operation, relative to that of its document. */
const PLAN_SIZE_FACTOR = 2;
/** Maximum number and memory of Accept headers whose content type is known. */
const ACCEPTS_MAX = 50;
const ACCEPTS_BYTES_MAX = 64 * 1024;

const JSON_TYPES = new Set([
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
]);

/** Returns the cache key of an operation. The length of the name makes the key unambiguous. */
function createCacheKey(text: string, operationName: string | null | undefined): string {
  const name = typeof operationName === 'string' ? `${operationName.length}${operationName}` : '';
  return `${name}:${text}`;
}
