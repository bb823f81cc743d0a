import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { inTransaction, type RequestContext } from '../../context.ts';
import {
  claimKey,
  findStoredKey,
  findUnexpiredKey,
  type IdempotencyKey,
  type StoredKey,
  saveOutcome,
} from '../../db/queries/records/idempotency-keys.ts';
import type { JsonObject } from '../../db/tables.ts';
import { isLockTimeout } from '../../db/transaction.ts';
import { AppError, invalidInput } from '../../errors.ts';
import { checkInput } from '../../validation/input-issues.ts';
import { canonicalJson, type Nulls } from './canonical-json.ts';
import { idempotencyKeySchema } from './common-inputs.ts';

/** Operation that runs once for each idempotency key, however often its request is sent. */
export type IdempotentOperation<T> = {
  /** Name of the operation: a key cannot be used again for another operation. */
  operation: string;
  /**
   * Plain values and dates that identify equal requests, with defaults filled in, and the idempotency key; when it is
   * absent, that of the request's Idempotency-Key header applies.
   */
  input: Readonly<Record<string, unknown>> & { idempotencyKey?: string | null | undefined };
  /** Meaning of null in the input. Defaults to `as omitted`. */
  nulls?: Nulls;
  run: (tx: RequestContext) => Promise<T>;
  /** Returns the data that `replay` needs: ids and positions in the input, never personal data. */
  remember: (result: T) => JsonObject;
  replay: (tx: RequestContext, outcome: unknown) => Promise<T>;
};

/** Part of an operation that detects a repeated request and replays its result. */
export type ReplayableOperation<T> = Omit<IdempotentOperation<T>, 'run' | 'remember'>;

export type IdempotentResult<T> = T & { replayed: boolean };

/**
 * Runs an operation in one transaction, once for each key within 24 hours: the key is claimed first, in the same
 * transaction. Without a key, the operation always runs. Throws AppError `idempotency_key_reused` when the key was used
 * with another input, `operation_in_progress` when a request with the same key runs longer than the lock timeout, and
 * `invalid_input` for an invalid key in the header.
 */
export async function runOnce<T extends object>(
  ctx: RequestContext,
  operation: IdempotentOperation<T>,
): Promise<IdempotentResult<T>> {
  const sentKey = findSentKey(ctx, operation.input);
  return await inTransaction(ctx, async (tx) => {
    if (sentKey === undefined) return { ...(await operation.run(tx)), replayed: false };
    const key = toClaimedKey(tx, operation, sentKey);
    if (!(await claimOrReject(tx, key))) {
      const outcome = getOutcome(key, await findStoredKey(tx.db, key));
      return { ...(await operation.replay(tx, outcome)), replayed: true };
    }
    const result = await operation.run(tx);
    await saveOutcome(tx.db, key, operation.remember(result));
    return { ...result, replayed: false };
  });
}

/**
 * Returns the stored result of an operation, before its transaction starts; undefined when `runOnce` has to decide.
 * Throws AppError `idempotency_key_reused` when the key was used with another input, `invalid_input` for an invalid key
 * in the header, and the errors of `replay`.
 */
export async function findReplay<T extends object>(
  ctx: RequestContext,
  operation: ReplayableOperation<T>,
): Promise<IdempotentResult<T> | undefined> {
  const sentKey = findSentKey(ctx, operation.input);
  if (sentKey === undefined) return undefined;
  const key = toClaimedKey(ctx, operation, sentKey);
  const stored = await findUnexpiredKey(ctx.db, key);
  if (stored === undefined) return undefined;
  return { ...(await operation.replay(ctx, getOutcome(key, stored))), replayed: true };
}

/** Returns the key of the input, otherwise that of the header. Throws AppError `invalid_input` for an invalid header. */
function findSentKey(
  { idempotencyKey }: RequestContext,
  input: IdempotentOperation<unknown>['input'],
): string | undefined {
  const inputKey = input.idempotencyKey ?? undefined;
  if (inputKey !== undefined || idempotencyKey === undefined) return inputKey;
  const key = checkInput(idempotencyKeySchema, idempotencyKey);
  if (key.success) return key.data;
  const issues = key.issues.map((issue) => ({ ...issue, path: ['Idempotency-Key'] }));
  throw invalidInput(issues);
}

/**
 * Returns the key to claim, as hashes. The input is hashed with the idempotency key, so that its hash reveals nothing
 * without the key.
 */
function toClaimedKey<T>(
  tx: RequestContext,
  { operation, input, nulls = 'as omitted' }: ReplayableOperation<T>,
  sentKey: string,
): IdempotencyKey {
  const { idempotencyKey: _, ...request } = input;
  return {
    serviceId: tx.caller.serviceId,
    keyHash: createHash('sha256').update(sentKey).digest(),
    operation,
    inputDigest: createHmac('sha256', sentKey)
      .update(canonicalJson([operation, request], nulls))
      .digest(),
  };
}

/** Claims the key; false when an earlier request has claimed it. Throws AppError `operation_in_progress`. */
async function claimOrReject(tx: RequestContext, key: IdempotencyKey): Promise<boolean> {
  try {
    return await claimKey(tx.db, key);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const message = 'The same request is still in progress. Retry later.';
    throw new AppError('operation_in_progress', message, { cause: error });
  }
}

/** Returns the stored outcome. Throws AppError `idempotency_key_reused` when the key was used with another input. */
function getOutcome(key: IdempotencyKey, stored: StoredKey | undefined): unknown {
  const isSame =
    stored?.operation === key.operation && timingSafeEqual(stored.inputDigest, key.inputDigest);
  if (isSame) return stored.outcome;
  throw new AppError(
    'idempotency_key_reused',
    'The idempotency key was used with another input. Use a new key.',
  );
}
