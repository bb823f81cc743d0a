import { LIST_FAMILIES } from '../../../domain/lists/list-source.ts';
import {
  NO_SCREENING,
  type ScreeningSettings,
} from '../../../domain/screening/screening-settings.ts';
import type { Db } from '../../client.ts';

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
      'four_eyes as fourEyes',
      'four_eyes_off_user_id as fourEyesOffUserId',
    ])
    .where('service_id', '=', serviceId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return NO_SCREENING;
  return { ...row, families: LIST_FAMILIES.filter((one) => row.families.includes(one)) };
}

export async function storeScreeningSettings(
  db: Db,
  serviceId: number,
  { isOn, families, threshold, fourEyes, fourEyesOffUserId }: ScreeningSettings,
): Promise<void> {
  const values = {
    is_on: isOn,
    families,
    threshold,
    four_eyes: fourEyes,
    four_eyes_off_user_id: fourEyesOffUserId,
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
