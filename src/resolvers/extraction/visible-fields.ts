import { z } from 'zod';
import { requireScope, requireUser } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { createLoader } from '../../db/loaders/create-loader.ts';
import { orderByKeys } from '../../db/loaders/loader-order.ts';
import { readSealedFields, type SealedFields } from '../../db/queries/extractions/sealed-fields.ts';
import { FIELD_NAMES, FIELD_SOURCES, MISSING_REASONS } from '../../domain/extraction/extracted.ts';
import type { EncryptedParts } from '../../domain/extraction/extraction.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { decryptKeyAndName } from '../files/data-key.ts';
import { requireFiles } from '../files/require-files.ts';
import { toFieldsAssociatedData } from './finish-extraction.ts';

/** Extracted field. `value` and `box` are null when the caller lacks `personal:read`. */
export type VisibleField = Omit<EncryptedParts['fields'][number], 'value'> & {
  value: string | null;
};
export type VisibleFields = Pick<EncryptedParts, 'missing'> & {
  fields: VisibleField[];
  /** True when the caller lacks `personal:read`. */
  isMasked: boolean;
};

/**
 * Returns the extracted fields. With `personal:read`, the access is recorded as an audit event; without it, values and
 * boxes are null and nothing is recorded. Empty for an extraction that is unfinished, failed or deleted.
 */
export async function getVisibleFields(
  ctx: RequestContext,
  extractionId: number,
): Promise<VisibleFields> {
  const { scopes } = requireScope(ctx.caller, 'file:read');
  const isMasked = !scopes.has('personal:read');
  const { fields, missing } = await decryptFields(ctx, extractionId);
  return {
    fields: isMasked ? fields.map((field) => ({ ...field, value: null, box: null })) : fields,
    missing,
    isMasked,
  };
}

/**
 * Decrypts the fields of an extraction for a caller with `file:read`, which the caller of this function has checked.
 * The access is recorded when the caller also has `personal:read`. Empty for an extraction that is unfinished, failed
 * or deleted.
 */
export async function decryptFields(
  ctx: RequestContext,
  extractionId: number,
): Promise<EncryptedParts> {
  const row = await getLoader(ctx).load(extractionId);
  const file = row && (await ctx.loaders.file.load(row.fileId));
  const keyAndName = file && (await decryptKeyAndName(ctx, file));
  if (row === undefined || keyAndName === undefined) return { fields: [], missing: [] };
  const { vault } = requireFiles(ctx);
  const { serviceId } = ctx.caller;
  // Each decryption runs in one step, and a query may read the fields of many extractions.
  await yieldToEventLoop(ctx);
  const plaintext = vault.unseal(keyAndName.key, toFieldsAssociatedData(serviceId), row.sealed);
  return sealedSchema.parse(JSON.parse(plaintext.toString()));
}

/** Loader of each request. It is garbage-collected with the other loaders of the request. */
const loaders = new WeakMap<RequestContext['loaders'], ReturnType<typeof createFieldsLoader>>();

/** Returns the request's loader, which reads and records several extractions in one statement. */
function getLoader(ctx: RequestContext): ReturnType<typeof createFieldsLoader> {
  const loader = loaders.get(ctx.loaders) ?? createFieldsLoader(ctx);
  loaders.set(ctx.loaders, loader);
  return loader;
}

function createFieldsLoader(ctx: RequestContext) {
  const { serviceId, userId, apiKeyId, scopes } = requireUser(ctx.caller);
  const { requestId } = ctx;
  const reader = scopes.has('personal:read') ? { userId, apiKeyId, requestId } : null;
  return createLoader<number, SealedFields | undefined>(ctx.reading.schedule, async (ids) =>
    orderByKeys(
      ids,
      await readSealedFields(ctx.db, { serviceId, reader }, ids),
      (fields) => fields.id,
    ),
  );
}

const boxSchema = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
const sealedSchema = z.object({
  fields: z.array(
    z.object({
      name: z.enum(FIELD_NAMES),
      value: z.string(),
      confidence: z.number(),
      source: z.enum(FIELD_SOURCES),
      page: z.number().nullable(),
      box: boxSchema.nullable(),
      recoveredFrom: z.enum(['curp', 'rfc', 'mrz']).nullable(),
    }),
  ),
  missing: z.array(z.object({ name: z.enum(FIELD_NAMES), reason: z.enum(MISSING_REASONS) })),
});
