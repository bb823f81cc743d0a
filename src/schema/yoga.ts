import {
  type DocumentNode,
  type GraphQLSchema,
  type ParseOptions,
  parse,
  type Source,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import type { Logger } from '../log.ts';
import { schema } from './index.ts';
import { DOCUMENT_LIMITS, documentLimitsRule } from './limits.ts';
import { maskError } from './mask-error.ts';

/** Longer documents are parsed each time, so that the cache has a bound in bytes too. */
const CACHED_DOCUMENT_LENGTH_MAX = 20_000;
const CACHED_DOCUMENTS_MAX = 500;

/** Executes one GraphQL request whose caller is known and whose body is read: `body` is its JSON text. */
export type GraphqlHandler = (request: GraphqlRequest, ctx: Ctx) => Promise<Response>;
export type GraphqlRequest = { body: Uint8Array<ArrayBuffer>; accept: string };

/** `log` is told of faults outside an execution; those within one go to the log of the request. */
export function createGraphqlHandler(endpoint: string, log: Logger): GraphqlHandler {
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
    parserAndValidationCache: { documentCache: createDocumentCache() },
    maskedErrors: { maskError: (error) => maskError(error, (fault) => logFault(log, fault)) },
    plugins: [limitsPlugin, maskingPlugin],
  });
  return async ({ body, accept }, ctx) =>
    await yoga.fetch(
      `http://gateway${endpoint}`,
      { method: 'POST', body, headers: { accept, 'content-type': 'application/json' } },
      ctx,
    );
}

const limitsPlugin: Plugin = {
  onParse: ({ setParseFn }) =>
    setParseFn((source: string | Source, options?: ParseOptions) =>
      parse(source, { ...options, maxTokens: DOCUMENT_LIMITS.tokens }),
    ),
  onValidate: ({ addValidationRule, setValidationFn }) => {
    addValidationRule(documentLimitsRule);
    setValidationFn((graph: GraphQLSchema, document: DocumentNode, rules?: ValidationRule[]) =>
      validate(graph, document, rules ?? specifiedRules, {
        maxErrors: DOCUMENT_LIMITS.errors,
        hideSuggestions: true,
      }),
    );
  },
};

const maskingPlugin: Plugin<Ctx> = {
  onExecute: ({ args }) => {
    const onFault = (fault: unknown): void => logFault(args.contextValue.log, fault);
    return {
      onExecuteDone: ({ result, setResult }) => {
        if (isAsyncIterable(result) || result.errors === undefined) return;
        setResult({ ...result, errors: result.errors.map((one) => maskError(one, onFault)) });
      },
    };
  },
};

function logFault(log: Logger, fault: unknown): void {
  log.error({ err: fault }, 'a GraphQL request failed');
}

function createDocumentCache() {
  const cache = new LRUCache<string, DocumentNode>({ max: CACHED_DOCUMENTS_MAX });
  return {
    get: (text: string) => cache.get(text),
    set: (text: string, document: DocumentNode) => {
      if (text.length <= CACHED_DOCUMENT_LENGTH_MAX) cache.set(text, document);
    },
  };
}
