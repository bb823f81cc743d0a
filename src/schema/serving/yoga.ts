import { type ExecutionArgs, execute } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { DocumentLimits } from '../../config/document-limits.ts';
import type { Ctx } from '../../context.ts';
import { schema } from '../index.ts';
import { createDocumentChecks, type DocumentChecks } from '../limits/check-document.ts';
import { longListPlugin } from '../limits/long-lists.ts';
import { createAdmission, createCostPlugin } from '../limits/operation-cost.ts';
import { createUnknownDocumentPlugin } from '../limits/unknown-documents.ts';
import { rememberValid } from './document-cache.ts';
import { createFastLane, type FastLane } from './fast-lane.ts';
import type { GraphqlHandler } from './graphql-reply.ts';
import { maskError } from './mask-error.ts';
import { logFault, maskResult } from './mask-result.ts';
import { findEventChunks, subscriptionPlugin } from './subscriptions.ts';
import { ID_PARAMETERS, trustedDocumentsPlugin, trustedOnlyPlugin } from './trusted-documents.ts';

export type GraphqlHandlerParts = {
  endpoint: string;
  limits: DocumentLimits;
  /** Whether queries that came before may pass by yoga. */
  hasFastLane: boolean;
  /** Is told of faults outside an execution; those within one go to the log of the request. */
  log: Ctx['log'];
};

export function createGraphqlHandler(parts: GraphqlHandlerParts): GraphqlHandler {
  const admit = createAdmission(parts.limits.cost);
  if (!parts.hasFastLane) return createYogaHandler(parts, [createCostPlugin(admit)]);
  const lane = createFastLane(admit);
  const plugins = [createCostPlugin(admit), createLearningPlugin(lane.learnOperation)];
  const handleByYoga = createYogaHandler(parts, plugins);
  return async (request, ctx) => {
    const answered = await lane.answer(request, ctx);
    if (answered !== undefined) return answered;
    const reply = await handleByYoga(request, ctx);
    lane.learnReply(request.accept, reply);
    return reply;
  };
}

function createYogaHandler(
  { endpoint, limits, log }: GraphqlHandlerParts,
  plugins: Plugin<Ctx, Ctx>[],
): GraphqlHandler {
  const checks = rememberValid(createDocumentChecks(limits));
  const yoga = createYoga<Ctx>({
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
    // Yoga's own keep what is refused, each error with its text.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, (fault) => logFault(log, fault)) },
    plugins: [
      trustedOnlyPlugin,
      trustedDocumentsPlugin,
      createUnknownDocumentPlugin(checks.isKnown),
      createLimitsPlugin(checks),
      longListPlugin,
      ...plugins,
      maskingPlugin,
      subscriptionPlugin,
    ],
  });
  return async ({ body, accept }, ctx) => {
    const response = await yoga.fetch(
      `http://gateway${endpoint}`,
      { method: 'POST', body, headers: { accept, 'content-type': 'application/json' } },
      ctx,
    );
    const { status } = response;
    const headers = headersOf(response);
    const chunks = findEventChunks(response);
    if (chunks !== undefined) return { status, headers, chunks };
    return { status, headers, body: await response.text() };
  };
}

/** Those of yoga's headers that are about the answer; the others describe a connection that is not ours. */
function headersOf({ headers }: Response): Record<string, string> {
  const challenge = headers.get('www-authenticate');
  return {
    'content-type': headers.get('content-type') ?? 'application/json; charset=utf-8',
    ...(challenge === null ? {} : { 'www-authenticate': challenge }),
  };
}

/** graphql's own functions, held to our limits; yoga would execute with a copy that quotes every value it refuses. */
function createLimitsPlugin(checks: DocumentChecks): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn(checks.parse),
    onValidate: ({ setValidationFn }) => setValidationFn(checks.validate),
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) => execute({ ...args, hideSuggestions: true })),
  };
}

/** Refused documents, which are never executed, pass the second hook only. */
const maskingPlugin: Plugin<Ctx, Ctx> = {
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => setResult(maskResult(result, args.contextValue.log)),
  }),
  onExecutionResult: (done) => {
    if (done.result !== undefined) done.setResult(maskResult(done.result, done.context.log));
  },
};

/** What comes to be executed is valid. */
function createLearningPlugin(learn: FastLane['learnOperation']): Plugin<Ctx, Ctx> {
  const learnFrom = (
    { schema: graph, document, operationName }: ExecutionArgs,
    text: string | undefined,
  ): void => {
    if (text !== undefined) learn(text, { schema: graph, document, operationName });
  };
  return { onExecute: ({ args }) => learnFrom(args, args.contextValue.params.query) };
}
