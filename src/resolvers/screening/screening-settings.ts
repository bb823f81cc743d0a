import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { listUsersByIds } from '../../db/queries/access/users.ts';
import { type AuditEvent, insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { queueAllParticipants } from '../../db/queries/screening/queue.ts';
import {
  findScreeningSettings,
  storeScreeningSettings,
} from '../../db/queries/screening/settings.ts';
import { LIST_FAMILIES } from '../../domain/lists/list-source.ts';
import {
  changeFourEyes,
  FOUR_EYES_RULES,
  type FourEyesRule,
  getRuleForSwitch,
  type RuleChanger,
} from '../../domain/matches/four-eyes-rule.ts';
import { type Decider, isSamePerson } from '../../domain/matches/match-resolution.ts';
import {
  type ScreeningSettings,
  THRESHOLD_MAX,
  THRESHOLD_MIN,
} from '../../domain/screening/screening-settings.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { idempotencyKeySchema } from '../common/common-inputs.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';

const settingsShape = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  isOn: z.boolean().nullish(),
  families: z
    .array(z.enum(LIST_FAMILIES))
    .max(LIST_FAMILIES.length)
    .refine(
      (families) => new Set(families).size === families.length,
      issueOptions('duplicate', 'Must not contain a family twice'),
    )
    .nullish(),
  threshold: z.number().min(THRESHOLD_MIN).max(THRESHOLD_MAX).nullish(),
  fourEyes: z.boolean().nullish(),
  fourEyesRule: z.enum(FOUR_EYES_RULES).nullish(),
  screensEverybody: z.boolean().nullish(),
});
export const updateScreeningSettingsInput = settingsShape.refine(
  ({ fourEyes, fourEyesRule }) =>
    !isGiven(fourEyes) || !isGiven(fourEyesRule) || fourEyes === (fourEyesRule !== 'none'),
  {
    path: ['fourEyes'],
    ...issueOptions('contradicts', 'Must agree with fourEyesRule, or be left out'),
  },
);
export type UpdateScreeningSettingsInput = z.infer<typeof updateScreeningSettingsInput>;

/** Returns the settings for automatic screening of the service. */
export async function getScreeningSettings(ctx: RequestContext): Promise<ScreeningSettings> {
  const { serviceId } = requireScope(ctx.caller, 'screening:manage');
  return await findScreeningSettings(ctx.db, serviceId);
}

export type UpdatedSettings = { settings: ScreeningSettings };

/**
 * Updates the settings; omitted fields keep their value. With `screensEverybody` and screening on, queues all
 * participants for screening.
 */
export async function updateScreeningSettings(
  ctx: RequestContext,
  input: UpdateScreeningSettingsInput,
): Promise<IdempotentResult<UpdatedSettings>> {
  requireScope(ctx.caller, 'screening:manage');
  return await runOnce<UpdatedSettings>(ctx, {
    operation: 'updateScreeningSettings',
    input,
    run: async (tx) => await update(tx, input),
    remember: () => ({}),
    replay: async (tx) => ({ settings: await getScreeningSettings(tx) }),
  });
}

async function update(
  tx: RequestContext,
  input: UpdateScreeningSettingsInput,
): Promise<UpdatedSettings> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'screening:manage');
  const actor = { serviceId, userId, apiKeyId, requestId: tx.requestId };
  const settings = await changeScreeningSettings(tx.db, actor, input);
  if (settings.isOn && input.screensEverybody === true) tx.wakeWorker?.();
  return { settings };
}

/** Actor that changes the settings. */
type SettingsActor = Pick<AuditEvent, 'serviceId' | 'userId' | 'apiKeyId' | 'requestId'>;
export type SettingsChange = Omit<UpdateScreeningSettingsInput, 'idempotencyKey'>;

/**
 * Updates the settings and records an audit event, within a transaction. A weaker four-eyes rule that a user requests
 * applies only once a second person confirms it; the change of an operator applies at once.
 */
export async function changeScreeningSettings(
  db: Db,
  actor: SettingsActor,
  change: SettingsChange,
): Promise<ScreeningSettings> {
  const { serviceId } = actor;
  const current = await findScreeningSettings(db, serviceId, { lock: true });
  const settings = {
    isOn: change.isOn ?? current.isOn,
    families: change.families ?? current.families,
    threshold: change.threshold ?? current.threshold,
    ...changeFourEyes(
      current,
      resolveFourEyesRule(current, change),
      await findRuleChanger(db, actor, current),
    ),
  };
  await storeScreeningSettings(db, serviceId, settings);
  const screensEverybody = settings.isOn && change.screensEverybody === true;
  if (screensEverybody) await queueAllParticipants(db, serviceId);
  const { fourEyesRequest, ...changed } = settings;
  const requestedBy = fourEyesRequest?.userId ?? null;
  const requestedRule = fourEyesRequest?.rule ?? null;
  const details = { ...changed, requestedBy, requestedRule, screensEverybody };
  await insertAuditEvent(db, { ...actor, action: 'screening_settings_updated', details });
  return settings;
}

/** Returns the user who changes the rule; null for an operator. Users with one mailbox are the same person. */
async function findRuleChanger(
  db: Db,
  { serviceId, userId }: SettingsActor,
  { fourEyesRequest }: ScreeningSettings,
): Promise<RuleChanger | null> {
  if (userId === null) return null;
  if (fourEyesRequest === null) return { userId, madeRequest: false };
  const users = await listUsersByIds(db, serviceId, [userId, fourEyesRequest.userId]);
  const toDecider = (id: number): Decider => ({
    userId: id,
    userEmail: users.find((user) => user.id === id)?.email ?? null,
    reviewerEmail: null,
  });
  return {
    userId,
    madeRequest: isSamePerson(toDecider(userId), toDecider(fourEyesRequest.userId)),
  };
}

/**
 * Returns the rule that a change names, by itself or by the switch of earlier versions; undefined when it names none.
 */
function resolveFourEyesRule(
  { fourEyesRule: stored }: ScreeningSettings,
  { fourEyes, fourEyesRule }: SettingsChange,
): FourEyesRule | undefined {
  if (isGiven(fourEyesRule)) return fourEyesRule;
  return isGiven(fourEyes) ? getRuleForSwitch(stored, fourEyes) : undefined;
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
