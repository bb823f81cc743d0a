import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { findTrustedDocument } from '../../resolvers/trusted-document/find-trusted-document.ts';
import { NO_RESULT_STATUS } from '../execution/refusals.ts';

/**
 * Request parameters that may contain a document id: `documentId` of the GraphQL over HTTP draft, `doc_id` and `id` of
 * Relay.
 * In addition, `extensions.persistedQuery.sha256Hash` of Apollo is accepted.
 */
export const ID_PARAMETERS = ['documentId', 'doc_id', 'id'];

/** Rejects documents sent as text when the service accepts trusted documents only. */
export const trustedOnlyPlugin: Plugin<RequestContext, RequestContext> = {
  onParams: ({ params, context }) => rejectText(params, context),
};

/** Resolves ids of trusted documents. This plugin runs after trustedOnlyPlugin and also admits requests with a text. */
export const trustedDocumentsPlugin: Plugin<RequestContext> =
  usePersistedOperations<RequestContext>({
    allowArbitraryOperations: true,
    extractPersistedOperationId: findDocumentId,
    getPersistedOperation: async (id, _request, ctx) => (await findById(ctx, id)) ?? null,
    customErrors: { notFound: createNotFound, keyNotFound: createMissingDocument },
  });

/**
 * Returns the document text of a request: its `query`, or the trusted document with its id. Undefined when the request
 * must be rejected, which the plugins above do.
 */
export async function findRequestedText(
  ctx: RequestContext,
  body: object,
): Promise<string | undefined> {
  const query = getMember(body, 'query');
  if (query) {
    return typeof query === 'string' && !ctx.caller.documents.trustedOnly ? query : undefined;
  }
  const [id, secondId] = listDocumentIds(body);
  if (id === undefined || secondId !== undefined) return undefined;
  return await findById(ctx, id);
}

/** Returns a trusted document and records that its operation name may appear in the access log. */
async function findById(ctx: RequestContext, id: string): Promise<string | undefined> {
  const text = await findTrustedDocument(ctx, id);
  if (text !== undefined && ctx.record !== undefined) ctx.record.isTrustedDocument = true;
  return text;
}

/** Returns the document id of a request; null when there is none. Throws GraphQLError for two different ids. */
function findDocumentId(params: GraphQLParams): string | null {
  const [id, secondId] = listDocumentIds(params);
  if (secondId !== undefined)
    throw badRequest(
      'The request contains more than one document. Send either `query` or the id of a trusted document.',
    );
  return id ?? null;
}

/** Lists the distinct document ids of a request. */
function listDocumentIds(body: object): string[] {
  const values: unknown[] = ID_PARAMETERS.map((name) => getMember(body, name));
  const persisted = getMember(getMember(body, 'extensions'), 'persistedQuery');
  const hash = getMember(persisted, 'sha256Hash');
  return [...new Set([...values, hash].filter((value) => typeof value === 'string'))];
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function rejectText({ query }: GraphQLParams, { caller }: RequestContext): void {
  if (!query || !caller.documents.trustedOnly) return;
  const message =
    'This service accepts trusted documents only. Send the id of a trusted document instead of a text.';
  throw createRejection('PERSISTED_QUERY_ONLY', message);
}

/**
 * Creates the error of an unknown document. Apollo Client and urql recognize this exact message or code, and send the
 * text instead.
 */
function createNotFound(): GraphQLError {
  return createRejection('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
}

function createMissingDocument(): GraphQLError {
  return badRequest('Must provide query string, or the id of a trusted document.');
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

function createRejection(code: string, message: string): GraphQLError {
  const extensions = { code, code_message: 'invalid_request', http: NO_RESULT_STATUS };
  return new GraphQLError(message, { extensions });
}
