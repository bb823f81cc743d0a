import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { BoundedCache, textBytes } from '../../memory/bounded-cache.ts';
import { type CompiledQuery, compileOperation } from '../execution/compiled-query.ts';
import { coerceVariables, type KnownOperation } from '../execution/known-operation.ts';
import { areLarge, coerceLargeVariables } from '../execution/large-variables.ts';
import type { Pace } from '../execution/pace.ts';
import { findLongList } from '../limits/long-lists.ts';
import type { Admission } from '../limits/operation-cost.ts';
import { documentBytes } from './document-bytes.ts';
import type { GraphqlReply, GraphqlRequest } from './graphql-reply.ts';
import { labelOf } from './operation-label.ts';
import { type Operation, readOperation } from './read-operation.ts';
import { findRequestedText } from './trusted-documents.ts';
import { replyRefused, writeReply } from './write-reply.ts';

/**
 * A way past yoga's machinery for a query that came before. It answers only what yoga would answer with the very
 * same bytes; everything else, errors above all, it leaves to yoga.
 */
export type FastLane = {
  /** Undefined for what yoga is to answer. */
  answer: (request: GraphqlRequest, ctx: Ctx) => Promise<GraphqlReply | undefined>;
  /** Is told of every operation that was found valid and is about to run. */
  learnOperation: (text: string, operation: KnownOperation) => void;
  /** Is told of yoga's answers: what it takes an Accept header to mean depends on nothing else. */
  learnReply: (accept: string, reply: GraphqlReply) => void;
};

export function createFastLane(admission: Admission, openPace: (ctx: Ctx) => Pace): FastLane {
  const lanes = createLanes();
  const contentTypes = createContentTypes();

  const answer: FastLane['answer'] = async ({ body, accept }, ctx) => {
    const contentType = contentTypes.get(accept);
    const operation = contentType === undefined ? undefined : readOperation(body);
    if (contentType === undefined || operation === undefined) return undefined;
    // None for who may send ids only, whoever's query it was before.
    const text = await findRequestedText(ctx, operation.body);
    const lane = text === undefined ? undefined : lanes.get(keyOf(text, operation.operationName));
    if (lane === undefined) return undefined;
    noteOperation(lane, ctx);
    const pace = openPace(ctx);
    try {
      const data = await run(lane, { variables: operation.variables, ctx, pace }, admission);
      const headers = { 'content-type': contentType };
      // A limit is final: by the other way it would only be met again.
      if (pace.refusal !== undefined) return replyRefused(pace.refusal, headers);
      if (data === undefined) return undefined;
      return await writeReply({ status: 200, headers }, { data }, pace);
    } finally {
      pace.end();
    }
  };
  return {
    answer,
    learnOperation: (text, operation) => {
      const key = keyOf(text, operation.operationName);
      if (text.length > TEXT_LENGTH_MAX || lanes.has(key)) return;
      lanes.set(key, { operation, uses: 0, query: undefined, labels: {} });
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

type Lane = {
  operation: KnownOperation;
  uses: number;
  /** Null where none can be made. */
  query: CompiledQuery | null | undefined;
  /** What the log calls it, by id and as text. */
  labels: { trusted?: string; free?: string };
};

function noteOperation({ operation, labels }: Lane, { record }: Ctx): void {
  if (record === undefined) return;
  if (record.isTrustedDocument) record.operate((labels.trusted ??= labelOf(operation, true)));
  else record.operate((labels.free ??= labelOf(operation, false)));
}

/** The data of a query; undefined where it is to be left to yoga, or its pace has a refusal. */
async function run(
  lane: Lane,
  { variables, ctx, pace }: LaneRun,
  { admit, pointsOf }: Admission,
): Promise<unknown> {
  if (findLongList(lane.operation, variables) !== undefined) return undefined;
  const query = compileLate(lane);
  if (query === undefined) return undefined;
  const values = areLarge(variables)
    ? await coerceLargeVariables(lane.operation, variables, pace)
    : coerceVariables(lane.operation, variables);
  if (values === undefined) return undefined;
  if ((await admit({ ...lane.operation, variables }, ctx)) !== undefined) return undefined;
  try {
    await pace.begin(pointsOf(ctx));
    return await query(ctx, values, pace);
  } catch (error) {
    // It has waited for the database already.
    if (error instanceof AppError && error.code === 'service_unavailable') throw error;
    // A query reads only, so that it may run again; what it has read, its loaders still hold.
    if (pace.refusal === undefined) lane.uses = 0;
    return undefined;
  }
}

type LaneRun = Pick<Operation, 'variables'> & { ctx: Ctx; pace: Pace };

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

/**
 * So often yoga answers before the lane does: a document that comes once is not planned, and one whose answers are
 * errors is not tried in vain each time.
 */
const USES_MIN = 2;

function compileLate(lane: Lane): CompiledQuery | undefined {
  lane.uses += 1;
  if (lane.uses <= USES_MIN) return undefined;
  if (lane.query === undefined) lane.query = compileOperation(lane.operation) ?? null;
  return lane.query ?? undefined;
}
