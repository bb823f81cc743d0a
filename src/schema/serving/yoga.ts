import type { ExecutionArgs, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { DocumentLimits } from '../../config/document-limits.ts';
import type { RequestContext } from '../../context.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import { schema } from '../index.ts';
import { type Admission, createAdmission, createCostPlugin } from '../limits/admission.ts';
import { createDocumentChecks, type DocumentChecks } from '../limits/check-document.ts';
import { longListPlugin } from '../limits/long-lists.ts';
import { createUnknownDocumentPlugin } from '../limits/unknown-documents.ts';
import { chargeBytes } from './charge-bytes.ts';
import { type CompiledExecution, createCompiledExecution } from './compiled-execution.ts';
import { cacheValidDocuments } from './document-cache.ts';
import { createExecutions, type Executions } from './executions.ts';
import type { GraphqlHandler } from './graphql-reply.ts';
import { toLogOutcome } from './log-outcome.ts';
import { maskError } from './mask-error.ts';
import { logFault, maskResult } from './mask-result.ts';
import { noteOperationPlugin } from './note-operation.ts';
import { createSubscriptionPlugin, findEventChunks } from './subscriptions.ts';
import { ID_PARAMETERS, trustedDocumentsPlugin, trustedOnlyPlugin } from './trusted-documents.ts';
import { waitForSlice } from './wait-for-slice.ts';

export type GraphqlHandlerParts = {
  endpoint: string;
  limits: DocumentLimits;
  /** Permits of operations that cost over 20,000 points or whose response exceeds 256 KiB. */
  permits: FairSemaphore;
  /** True when repeated operations may use compiled execution. */
  hasFastLane: boolean;
  /** Log of errors that belong to no request. Other errors go to the log of the request. */
  log: RequestContext['log'];
};

export function createGraphqlHandler(parts: GraphqlHandlerParts): GraphqlHandler {
  const admission = createAdmission(parts.limits.cost);
  const executions = createExecutions(parts, admission.getChargedPoints);
  const handle = createHandler(parts, { admission, executions });
  return async (request, ctx) => {
    const reply = await handle(request, ctx).finally(() => executions.end(ctx));
    await chargeBytes(ctx, reply, admission.getChargedPoints(ctx));
    return reply;
  };
}

type Shared = { admission: Admission; executions: Executions };

function createHandler(parts: GraphqlHandlerParts, shared: Shared): GraphqlHandler {
  const { admission, executions } = shared;
  const costPlugin = createCostPlugin(admission);
  if (!parts.hasFastLane) return createYogaHandler(parts, [costPlugin], executions);
  const compiled = createCompiledExecution(admission, executions);
  const plugins = [costPlugin, createLearningPlugin(compiled.learnOperation)];
  const handleByYoga = createYogaHandler(parts, plugins, executions);
  return async (request, ctx) => {
    const compiledReply = await compiled.execute(request, ctx);
    if (currentWorkScope()?.isWarmUp !== true)
      counts.compiledOperations[compiledReply === undefined ? 'misses' : 'hits'] += 1;
    if (compiledReply !== undefined) return compiledReply;
    const refused = await waitForSlice(ctx);
    if (refused !== undefined) return refused;
    const reply = await handleByYoga(request, ctx);
    compiled.learnReply(request.accept, reply);
    return reply;
  };
}

function createYogaHandler(
  parts: GraphqlHandlerParts,
  plugins: Plugin<RequestContext, RequestContext>[],
  executions: Executions,
): GraphqlHandler {
  const yoga = createYogaServer(parts, plugins, executions);
  return async ({ body, accept }, ctx) => {
    const response = await yoga.fetch(
      `http://gateway${parts.endpoint}`,
      { method: 'POST', body, headers: { accept, 'content-type': 'application/json' } },
      ctx,
    );
    const { status } = response;
    const headers = toReplyHeaders(response);
    const chunks = findEventChunks(response);
    if (chunks !== undefined) return { status, headers, chunks };
    const written = await executions.write({ status, headers }, ctx);
    return written ?? { status, headers, body: await response.text() };
  };
}

function createYogaServer(
  { endpoint, limits, log }: GraphqlHandlerParts,
  plugins: Plugin<RequestContext, RequestContext>[],
  executions: Executions,
) {
  const checks = cacheValidDocuments(createDocumentChecks(limits));
  return createYoga<RequestContext>({
    schema,
    graphqlEndpoint: endpoint,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    extraParamNames: ID_PARAMETERS,
    // Yoga's cache also keeps rejected documents with their errors; document-cache.ts keeps valid ones only.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskErrorOutsideExecution(error, log) },
    plugins: [
      trustedOnlyPlugin,
      trustedDocumentsPlugin,
      createUnknownDocumentPlugin(checks.isCached),
      createLimitsPlugin(checks, executions),
      noteOperationPlugin,
      longListPlugin,
      ...plugins,
      maskingPlugin,
      createSubscriptionPlugin(executions.openPace),
    ],
  });
}

/**
 * Masks an error outside an execution. Yoga does not pass the request of the error, which is read from the work scope.
 */
function maskErrorOutsideExecution(error: unknown, log: RequestContext['log']): GraphQLError {
  const record = currentWorkScope();
  const masked = maskError(error, (fault) => logFault(record?.log ?? log, fault));
  record?.noteOutcome(toLogOutcome(masked));
  return masked;
}

/** Returns the headers of Yoga's response that the gateway sends: content type, authentication and retry. */
function toReplyHeaders({ headers }: Response): Record<string, string> {
  const optionalHeaders = ['www-authenticate', 'retry-after'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    'content-type': headers.get('content-type') ?? 'application/json; charset=utf-8',
    ...Object.fromEntries(optionalHeaders),
  };
}

/**
 * Creates the plugin that parses, validates and executes with graphql-js and the limits, because the errors of Yoga's
 * own functions quote rejected values.
 */
function createLimitsPlugin(
  checks: DocumentChecks,
  executions: Executions,
): Plugin<RequestContext, RequestContext> {
  return {
    onParse: ({ setParseFn }) => setParseFn(checks.parse),
    onValidate: ({ setValidationFn }) => setValidationFn(checks.validate),
    onExecute: ({ args: { contextValue }, setExecuteFn }) =>
      setExecuteFn(async (args: ExecutionArgs) => await executions.execute(args, contextValue)),
  };
}

/** Masks errors of results. Rejected documents, which are never executed, pass the second hook only. */
const maskingPlugin: Plugin<RequestContext, RequestContext> = {
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => setResult(maskResult(result, args.contextValue)),
  }),
  onExecutionResult: (event) => {
    if (event.result !== undefined) event.setResult(maskResult(event.result, event.context));
  },
};

/** Passes operations that are about to be executed, and therefore valid, to the compiler. */
function createLearningPlugin(
  learn: CompiledExecution['learnOperation'],
): Plugin<RequestContext, RequestContext> {
  const learnFrom = (
    { schema: graph, document, operationName }: ExecutionArgs,
    text: string | undefined,
  ): void => {
    if (text !== undefined) learn(text, { schema: graph, document, operationName });
  };
  return { onExecute: ({ args }) => learnFrom(args, args.contextValue.params.query) };
}
