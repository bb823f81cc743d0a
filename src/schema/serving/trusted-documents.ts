import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Ctx } from '../../context.ts';
import { findTrustedDocument } from '../../resolvers/trusted-document/find-trusted-document.ts';
import { NOT_RUN } from '../execution/refusals.ts';

/**
 * Where clients put the id of a document, besides `extensions.persistedQuery.sha256Hash`: in the first as GraphQL over
 * HTTP has it, in the others as Relay does.
 */
export const ID_PARAMETERS = ['documentId', 'doc_id', 'id'];

/** Takes nothing but ids from the callers of a service that runs trusted documents only. */
export const trustedOnlyPlugin: Plugin<Ctx, Ctx> = {
  onParams: ({ params, context }) => refuseText(params, context),
};

/** Takes ids in place of texts; it stands behind the one above, which has let in whoever sends a text. */
export const trustedDocumentsPlugin: Plugin<Ctx> = usePersistedOperations<Ctx>({
  allowArbitraryOperations: true,
  extractPersistedOperationId: findDocumentId,
  getPersistedOperation: async (id, _request, ctx) => (await findById(ctx, id)) ?? null,
  customErrors: { notFound: createNotFound, keyNotFound: createNothingSent },
});

/**
 * The text that a request is to run, by the members of its body; undefined where it is to be refused, or is no request
 * at all, which the plugins above then say.
 */
export async function findRequestedText(ctx: Ctx, body: object): Promise<string | undefined> {
  const query = memberOf(body, 'query');
  if (query) {
    return typeof query === 'string' && !ctx.caller.documents.trustedOnly ? query : undefined;
  }
  const [id, other] = listDocumentIds(body);
  if (id === undefined || other !== undefined) return undefined;
  return await findById(ctx, id);
}

/** What the service has approved may be called by its name in the log. */
async function findById(ctx: Ctx, id: string): Promise<string | undefined> {
  const text = await findTrustedDocument(ctx, id);
  if (text !== undefined && ctx.record !== undefined) ctx.record.isTrustedDocument = true;
  return text;
}

/** Null for a request that names no document; throws GraphQLError for one that names two. */
function findDocumentId(params: GraphQLParams): string | null {
  const [id, other] = listDocumentIds(params);
  if (other !== undefined) throw badRequest('The request names more than one document.');
  return id ?? null;
}

/** All that a request names, each once. */
function listDocumentIds(body: object): string[] {
  const values: unknown[] = ID_PARAMETERS.map((name) => memberOf(body, name));
  const persisted = memberOf(memberOf(body, 'extensions'), 'persistedQuery');
  const hash = memberOf(persisted, 'sha256Hash');
  return [...new Set([...values, hash].filter((value) => typeof value === 'string'))];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function refuseText({ query }: GraphQLParams, { caller }: Ctx): void {
  if (!query || !caller.documents.trustedOnly) return;
  const message =
    'This service runs trusted documents only: send the id of one in place of a text.';
  throw refuse('PERSISTED_QUERY_ONLY', message);
}

/** Clients that may send the text instead, as Apollo's and urql's do, look for this very message or code. */
function createNotFound(): GraphQLError {
  return refuse('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
}

function createNothingSent(): GraphQLError {
  return badRequest('Must provide query string, or the id of a trusted document.');
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

function refuse(code: string, message: string): GraphQLError {
  const extensions = { code, code_message: 'invalid_request', http: NOT_RUN };
  return new GraphQLError(message, { extensions });
}
