import type { RequestContext } from '../../context.ts';
import { BoundedCache, textBytes } from '../../runtime/bounded-cache.ts';
import type { KnownOperation } from '../execution/known-operation.ts';
import type { Admission } from '../limits/operation-cost.ts';
import { documentBytes } from './document-bytes.ts';
import {
  answerChange,
  answerQuery,
  isChange,
  type Lane,
  type LaneParts,
} from './fast-lane-answers.ts';
import type { GraphqlReply, GraphqlRequest } from './graphql-reply.ts';
import { labelOf } from './operation-label.ts';
import { readOperation } from './read-operation.ts';
import { findRequestedText } from './trusted-documents.ts';

/**
 * Compiled execution of queries and mutations that were executed before, without Yoga. It returns only responses that
 * Yoga would return with the same bytes. All other requests, in particular errors, falls back to Yoga.
 */
export type FastLane = {
  /** Undefined for what yoga is to answer. */
  answer: (request: GraphqlRequest, ctx: RequestContext) => Promise<GraphqlReply | undefined>;
  /** Called with every valid operation before it runs. */
  learnOperation: (text: string, operation: KnownOperation) => void;
  /** Called with the responses of Yoga: its content type depends on the Accept header only. */
  learnReply: (accept: string, reply: GraphqlReply) => void;
};

export function createFastLane(
  admission: Admission,
  executions: LaneParts['executions'],
): FastLane {
  const lanes = createLanes();
  const contentTypes = createContentTypes();

  const answer: FastLane['answer'] = async ({ body, accept }, ctx) => {
    const contentType = contentTypes.get(accept);
    const operation = contentType === undefined ? undefined : readOperation(body);
    if (contentType === undefined || operation === undefined) return undefined;
    // Undefined when the service accepts persisted operations only.
    const text = await findRequestedText(ctx, operation.body);
    const lane = text === undefined ? undefined : lanes.get(keyOf(text, operation.operationName));
    if (lane === undefined) return undefined;
    noteOperation(lane, ctx);
    const { variables } = operation;
    const headers = { 'content-type': contentType };
    const request = { variables, ctx, headers };
    return lane.isChange
      ? await answerChange(lane, request, { admission, executions })
      : await answerQuery(lane, request, { admission, executions });
  };
  return {
    answer,
    learnOperation: (text, operation) => {
      const key = keyOf(text, operation.operationName);
      if (text.length > TEXT_LENGTH_MAX || lanes.has(key)) return;
      lanes.set(key, {
        operation,
        isChange: isChange(operation),
        uses: 0,
        query: undefined,
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

function createLanes(): BoundedCache<Lane> {
  return new BoundedCache<Lane>({
    name: 'known operations',
    entriesMax: OPERATIONS_MAX,
    bytesMax: OPERATIONS_BYTES_MAX,
    bytesOf: ({ operation }) => PLAN_FACTOR * documentBytes(operation.document),
  });
}

function createContentTypes(): BoundedCache<string> {
  return new BoundedCache<string>({
    name: 'accept headers',
    entriesMax: ACCEPTS_MAX,
    bytesMax: ACCEPTS_BYTES_MAX,
    bytesOf: textBytes,
  });
}

function noteOperation({ operation, labels }: Lane, { record }: RequestContext): void {
  if (record === undefined) return;
  if (record.isTrustedDocument) record.setOperation((labels.trusted ??= labelOf(operation, true)));
  else record.setOperation((labels.free ??= labelOf(operation, false)));
}

const OPERATIONS_MAX = 500;
const ACCEPTS_MAX = 50;
/** Longer documents are never compiled. */
const TEXT_LENGTH_MAX = 10_000;
const OPERATIONS_BYTES_MAX = 48 * 1024 * 1024;
/** With what is planned for its fields an operation holds about twice what its document does. */
const PLAN_FACTOR = 2;
const ACCEPTS_BYTES_MAX = 64 * 1024;

const JSON_TYPES = new Set([
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
]);

/** A document may hold several operations. The length keeps apart what begins in the name and ends in the text. */
function keyOf(text: string, operationName: string | null | undefined): string {
  const name = typeof operationName === 'string' ? `${operationName.length}${operationName}` : '';
  return `${name}:${text}`;
}
