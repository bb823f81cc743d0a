import { type DocumentNode, type ExecutionArgs, execute } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { DocumentLimits } from '../config.ts';
import type { Ctx } from '../context.ts';
import { createDocumentChecks, type DocumentChecks } from './check-document.ts';
import { schema } from './index.ts';
import { maskError } from './mask-error.ts';
import { logFault, maskResult } from './mask-result.ts';
import { createCostPlugin } from './operation-cost.ts';
import { subscriptionPlugin } from './subscriptions.ts';
import { ID_PARAMETERS, trustedDocumentsPlugin, trustedOnlyPlugin } from './trusted-documents.ts';

/** Longer documents are parsed each time, so that the cache has a bound in bytes too. */
const CACHED_DOCUMENT_LENGTH_MAX = 20_000;
const CACHED_DOCUMENTS_MAX = 500;

/** Executes one GraphQL request whose caller is known and whose body is read: `body` is its JSON text. */
export type GraphqlHandler = (request: GraphqlRequest, ctx: Ctx) => Promise<Response>;
export type GraphqlRequest = { body: Uint8Array<ArrayBuffer>; accept: string };

export type GraphqlHandlerParts = {
  endpoint: string;
  limits: DocumentLimits;
  /** Is told of faults outside an execution; those within one go to the log of the request. */
  log: Ctx['log'];
};

export function createGraphqlHandler({
  endpoint,
  limits,
  log,
}: GraphqlHandlerParts): GraphqlHandler {
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
    parserAndValidationCache: { documentCache: createDocumentCache() },
    maskedErrors: { maskError: (error) => maskError(error, (fault) => logFault(log, fault)) },
    plugins: [
      trustedOnlyPlugin,
      trustedDocumentsPlugin,
      createLimitsPlugin(createDocumentChecks(limits)),
      createCostPlugin(limits.cost),
      maskingPlugin,
      subscriptionPlugin,
    ],
  });
  return async ({ body, accept }, ctx) =>
    await yoga.fetch(
      `http://gateway${endpoint}`,
      { method: 'POST', body, headers: { accept, 'content-type': 'application/json' } },
      ctx,
    );
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

function createDocumentCache() {
  const cache = new LRUCache<string, DocumentNode>({ max: CACHED_DOCUMENTS_MAX });
  return {
    get: (text: string) => cache.get(text),
    set: (text: string, document: DocumentNode) => {
      if (text.length <= CACHED_DOCUMENT_LENGTH_MAX) cache.set(text, document);
    },
  };
}
