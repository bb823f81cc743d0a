import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { parseInTurns } from '../../validation/validate.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { recallUpserts, rememberUpserts } from './remember-upserts.ts';
import { storeBusinesses } from './store-businesses.ts';
import type { Upsert } from './upsert-business.ts';
import {
  type UpsertBusinessesInput,
  type UpsertBusinessInput,
  upsertBusinessInput,
} from './write-inputs.ts';

/** What became of one business of the request: what an upsert did, or why it was not done. */
export type UpsertOutcome = Upsert | AppError;

/** One for each business of the request, in their order. */
export type UpsertedBusinesses = { outcomes: UpsertOutcome[] };

/**
 * One business of the request: what is asked for by it, or why it cannot be, by what it is known when it comes again, and
 * which business it names, as it was sent.
 */
type SentBusiness = { asked: object; read: UpsertBusinessInput | AppError; externalId: unknown };

/** How a wire says a business. */
export type BusinessReader = {
  /** Makes of what was sent what an upsert asks for; throws AppError `invalid_input` where it cannot. */
  read: (sent: unknown) => Promise<UpsertBusinessInput>;
  /** The member with the provider's id. */
  idMember: string;
};

/**
 * upsertBusiness for up to 100 businesses in one transaction and as many statements whatever their number. Each has its
 * own outcome: one that is refused (`invalid_input`, `version_conflict`, and `business_not_found` when the request is
 * sent again) keeps back none of the others. Nothing is deleted: participants and documents that are left out stay.
 * Two of one provider's id are both refused, for nothing tells which is meant.
 */
export async function upsertBusinesses(
  ctx: Ctx,
  input: UpsertBusinessesInput,
  reader: BusinessReader = GRAPH_READER,
): Promise<Once<UpsertedBusinesses>> {
  requireScope(ctx.caller, 'business:write');
  const businesses = refuseRepeated(await readAll(ctx, input.businesses, reader));
  const reads = businesses.map((one) => one.read);
  const done = await runOnce(ctx, {
    operation: 'upsertBusinesses',
    key: input.idempotencyKey,
    input: { asked: businesses.map((one) => one.asked) },
    nulls: 'kept',
    run: async (tx) => ({ outcomes: await storeBusinesses(tx, reads) }),
    remember: ({ outcomes }) => rememberUpserts(reads, outcomes),
    replay: async (tx, outcome) => ({ outcomes: await recallUpserts(tx, reads, outcome) }),
  });
  for (const one of done.outcomes) if (one instanceof AppError) ctx.record?.noteOutcome(one.code);
  return done;
}

/** What each business of a request may say is what that of an upsert may. */
async function readBusiness(sent: unknown): Promise<UpsertBusinessInput> {
  const kept = { missingParticipants: 'keep', missingDocuments: 'keep' };
  const isObject = typeof sent === 'object' && sent !== null;
  return await parseInTurns(upsertBusinessInput, isObject ? { ...sent, ...kept } : sent);
}

const GRAPH_READER: BusinessReader = { read: readBusiness, idMember: 'externalId' };

/** Other requests have their turn in between. */
async function readAll(
  ctx: Ctx,
  businesses: readonly unknown[],
  reader: BusinessReader,
): Promise<SentBusiness[]> {
  const all: SentBusiness[] = [];
  for (const one of businesses) {
    await yieldToEventLoop(ctx);
    all.push(await readOne(one, reader));
  }
  return all;
}

/** What is read is the same on both wires; what cannot be read is known as it was sent. */
async function readOne(sent: unknown, { read, idMember }: BusinessReader): Promise<SentBusiness> {
  try {
    const asked = await read(sent);
    return { asked, read: asked, externalId: asked.externalId };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const externalId = new Map<string, unknown>(Object.entries(sent ?? {})).get(idMember);
    return { asked: [sent], read: error, externalId };
  }
}

/** One that is refused for something else keeps its own reasons. */
function refuseRepeated(businesses: SentBusiness[]): SentBusiness[] {
  const sharing = Map.groupBy(businesses, ({ externalId }) => externalId);
  return businesses.map((one) => {
    const isAlone = sharing.get(one.externalId)?.length === 1;
    if (isAlone || one.read instanceof AppError) return one;
    const message = 'Another business of the request has this id';
    return { ...one, read: invalidAt(['externalId'], message, 'duplicate') };
  });
}
