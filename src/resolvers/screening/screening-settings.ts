import { z } from 'zod';
import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { queueEverybody } from '../../db/queries/screening/queue.ts';
import {
  findScreeningSettings,
  storeScreeningSettings,
} from '../../db/queries/screening/settings.ts';
import { LIST_FAMILIES } from '../../domain/lists/list-source.ts';
import {
  type ScreeningSettings,
  THRESHOLD_MAX,
  THRESHOLD_MIN,
} from '../../domain/screening/screening-settings.ts';
import { rule } from '../../issues/input-issues.ts';
import { idempotencyKeySchema } from '../common/common-inputs.ts';
import { type Once, runOnce } from '../common/run-once.ts';

export const updateScreeningSettingsInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  isOn: z.boolean().nullish(),
  families: z
    .array(z.enum(LIST_FAMILIES))
    .max(LIST_FAMILIES.length)
    .refine(
      (families) => new Set(families).size === families.length,
      rule('duplicate', 'Each family must stand in the list once'),
    )
    .nullish(),
  threshold: z.number().min(THRESHOLD_MIN).max(THRESHOLD_MAX).nullish(),
  fourEyes: z.boolean().nullish(),
  screensEverybody: z.boolean().nullish(),
});
export type UpdateScreeningSettingsInput = z.infer<typeof updateScreeningSettingsInput>;

/** What the service has the gateway screen by itself. */
export async function getScreeningSettings(ctx: Ctx): Promise<ScreeningSettings> {
  const { serviceId } = requireScope(ctx.caller, 'screening:manage');
  return await findScreeningSettings(ctx.db, serviceId);
}

export type UpdatedSettings = { settings: ScreeningSettings };

/** Changes it; what is left out stays. Has everybody screened where that is asked for and screening is on. */
export async function updateScreeningSettings(
  ctx: Ctx,
  input: UpdateScreeningSettingsInput,
): Promise<Once<UpdatedSettings>> {
  requireScope(ctx.caller, 'screening:manage');
  const { idempotencyKey, ...request } = input;
  return await runOnce<UpdatedSettings>(ctx, {
    operation: 'updateScreeningSettings',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await update(tx, input),
    remember: () => ({}),
    replay: async (tx) => ({ settings: await getScreeningSettings(tx) }),
  });
}

async function update(tx: Ctx, input: UpdateScreeningSettingsInput): Promise<UpdatedSettings> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'screening:manage');
  const held = await findScreeningSettings(tx.db, serviceId, { lock: true });
  const settings = {
    isOn: input.isOn ?? held.isOn,
    families: input.families ?? held.families,
    threshold: input.threshold ?? held.threshold,
    fourEyes: input.fourEyes ?? held.fourEyes,
  };
  await storeScreeningSettings(tx.db, serviceId, settings);
  const screensEverybody = settings.isOn && input.screensEverybody === true;
  if (screensEverybody) {
    await queueEverybody(tx.db, serviceId);
    tx.wakeWorker?.();
  }
  const by = { serviceId, userId, apiKeyId, requestId: tx.requestId };
  const details = { ...settings, screensEverybody };
  await insertAuditEvent(tx.db, { ...by, action: 'screening_settings_updated', details });
  return { settings };
}
