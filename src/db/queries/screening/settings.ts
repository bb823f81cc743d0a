import { LIST_FAMILIES } from '../../../domain/lists/list-source.ts';
import {
  DEFAULT_FOUR_EYES,
  FOUR_EYES_RULES,
  type FourEyes,
  type FourEyesRule,
} from '../../../domain/matches/four-eyes-rule.ts';
import {
  DEFAULT_SCREENING_SETTINGS,
  type ScreeningSettings,
} from '../../../domain/screening/screening-settings.ts';
import type { Db } from '../../client.ts';

/**
 * Returns the screening settings of a service, the defaults when it has stored none; with `lock`, stored settings are
 * locked until the transaction ends.
 */
export async function findScreeningSettings(
  db: Db,
  serviceId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<ScreeningSettings> {
  const row = await db
    .selectFrom('screening_settings')
    .select([
      'is_on as isOn',
      'families',
      'threshold',
      'four_eyes',
      'four_eyes_rule',
      'four_eyes_off_user_id',
      'four_eyes_asked_rule',
    ])
    .where('service_id', '=', serviceId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return DEFAULT_SCREENING_SETTINGS;
  const { isOn, families, threshold, ...fourEyes } = row;
  return {
    isOn,
    families: LIST_FAMILIES.filter((family) => families.includes(family)),
    threshold,
    ...toFourEyes(fourEyes),
  };
}

export async function storeScreeningSettings(
  db: Db,
  serviceId: number,
  { isOn, families, threshold, fourEyesRule, fourEyesRequest }: ScreeningSettings,
): Promise<void> {
  const values = {
    is_on: isOn,
    families,
    threshold,
    four_eyes: fourEyesRule !== 'none',
    four_eyes_rule: toStoredRule(fourEyesRule),
    four_eyes_off_user_id: fourEyesRequest?.userId ?? null,
    four_eyes_asked_rule: fourEyesRequest && toStoredRule(fourEyesRequest.rule),
  };
  await db
    .insertInto('screening_settings')
    .values({ service_id: serviceId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('service_id')
        .doUpdateSet((row) => ({ ...values, updated_at: row.ref('excluded.updated_at') })),
    )
    .execute();
}

type StoredFourEyes = {
  four_eyes: boolean;
  four_eyes_rule: string | null;
  four_eyes_off_user_id: number | null;
  four_eyes_asked_rule: string | null;
};

/**
 * Converts the stored columns. Earlier versions of the gateway write only `four_eyes` and `four_eyes_off_user_id`, and
 * a request could only turn the rule off.
 */
function toFourEyes(row: StoredFourEyes): FourEyes {
  const userId = row.four_eyes_off_user_id;
  return {
    fourEyesRule: row.four_eyes ? (findRule(row.four_eyes_rule) ?? DEFAULT_FOUR_EYES) : 'none',
    fourEyesRequest:
      userId === null ? null : { userId, rule: findRule(row.four_eyes_asked_rule) ?? 'none' },
  };
}

function findRule(stored: string | null): FourEyesRule | undefined {
  return FOUR_EYES_RULES.find((rule) => rule === stored);
}

function toStoredRule(rule: FourEyesRule): FourEyesRule | null {
  return rule === 'none' ? null : rule;
}
