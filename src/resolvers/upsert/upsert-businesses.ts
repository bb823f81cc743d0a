import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { parseInSlices } from '../../validation/validate.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { storeBusinesses } from './store-businesses.ts';
import type { Upsert } from './upsert-business.ts';
import { replayUpserts, toUpsertsOutcome } from './upserts-outcome.ts';
import {
  type UpsertBusinessesInput,
  type UpsertBusinessInput,
  upsertBusinessInput,
} from './write-inputs.ts';

/** Outcome for one business of the request: its effect, or the error that rejected it. */
export type UpsertOutcome = Upsert | AppError;

/** Outcomes of the businesses of a request, in order. */
export type UpsertedBusinesses = { outcomes: UpsertOutcome[] };

/**
 * Business of the request: its parsed content or the error, the value that identifies it in a repeated request, and its
 * external id as sent.
 */
type SentBusiness = {
  fingerprint: object;
  parsed: UpsertBusinessInput | AppError;
  externalId: unknown;
};

/** Parser of the businesses of one interface. */
export type BusinessReader = {
  /** Parses a sent business. Throws AppError `invalid_input`. */
  parse: (sent: unknown) => Promise<UpsertBusinessInput>;
  /** Name of the member with the provider's id. */
  idMember: string;
};

/**
 * Upserts at most 100 businesses in one transaction, with a number of statements that does not depend on their number.
 * Each has its own outcome: a rejected business (`invalid_input`, `version_conflict`, and `business_not_found` for a
 * repeated request) does not affect the others. Nothing is deleted: omitted participants and documents stay. Two
 * businesses with the same external id are both rejected as duplicates. Throws AppError `quota_exceeded` for all
 * businesses together.
 */
export async function upsertBusinesses(
  ctx: RequestContext,
  input: UpsertBusinessesInput,
  reader: BusinessReader = GRAPHQL_READER,
): Promise<IdempotentResult<UpsertedBusinesses>> {
  requireScope(ctx.caller, 'business:write');
  const businesses = rejectRepeated(await parseAll(ctx, input.businesses, reader));
  const parsedBusinesses = businesses.map((business) => business.parsed);
  const upserted = await runOnce(ctx, {
    operation: 'upsertBusinesses',
    // The name `asked` is part of the hashes that are stored already.
    input: {
      idempotencyKey: input.idempotencyKey,
      asked: businesses.map((business) => business.fingerprint),
    },
    nulls: 'distinct',
    run: async (tx) => ({ outcomes: await storeBusinesses(tx, parsedBusinesses) }),
    remember: ({ outcomes }) => toUpsertsOutcome(parsedBusinesses, outcomes),
    replay: async (tx, outcome) => ({
      outcomes: await replayUpserts(tx, parsedBusinesses, outcome),
    }),
  });
  for (const businessOutcome of upserted.outcomes)
    if (businessOutcome instanceof AppError) ctx.record?.noteOutcome(businessOutcome.code);
  return upserted;
}

/** Validates a business with the rules of an upsert. */
async function parseBusiness(sent: unknown): Promise<UpsertBusinessInput> {
  const keepAll = { missingParticipants: 'keep', missingDocuments: 'keep' };
  const isObject = typeof sent === 'object' && sent !== null;
  return await parseInSlices(upsertBusinessInput, isObject ? { ...sent, ...keepAll } : sent);
}

const GRAPHQL_READER: BusinessReader = { parse: parseBusiness, idMember: 'externalId' };

/**
 * Parses the businesses one by one and yields to the event loop in between, because each may have many participants.
 */
async function parseAll(
  ctx: RequestContext,
  businesses: readonly unknown[],
  reader: BusinessReader,
): Promise<SentBusiness[]> {
  const sentBusinesses: SentBusiness[] = [];
  for (const business of businesses) {
    await yieldToEventLoop(ctx);
    sentBusinesses.push(await parseSent(business, reader));
  }
  return sentBusinesses;
}

/**
 * Parses one business. Equal content has the same fingerprint in both interfaces; content that cannot be parsed is
 * identified as sent.
 */
async function parseSent(
  sent: unknown,
  { parse, idMember }: BusinessReader,
): Promise<SentBusiness> {
  try {
    const input = await parse(sent);
    return { fingerprint: input, parsed: input, externalId: input.externalId };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const externalId = new Map<string, unknown>(Object.entries(sent ?? {})).get(idMember);
    return { fingerprint: [sent], parsed: error, externalId };
  }
}

/** Rejects businesses whose external id occurs twice in the request. A business with other issues keeps those. */
function rejectRepeated(businesses: SentBusiness[]): SentBusiness[] {
  const byExternalId = Map.groupBy(businesses, ({ externalId }) => externalId);
  return businesses.map((business) => {
    const isUnique = byExternalId.get(business.externalId)?.length === 1;
    if (isUnique || business.parsed instanceof AppError) return business;
    const message = 'Must not occur twice: another business of the request has the same id';
    return { ...business, parsed: invalidAt(['externalId'], message, 'duplicate') };
  });
}
