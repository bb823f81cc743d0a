import type { Db } from '../../db/client.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import { getServiceId, getServiceIdLocked } from '../service/get-service-id.ts';
import { changeScreeningSettings, type SettingsChange } from './screening-settings.ts';

/** Returns the settings for automatic screening of a service. Throws OperatorError for an unknown service. */
export async function getServiceScreening(db: Db, service: string): Promise<ScreeningSettings> {
  return await findScreeningSettings(db, await getServiceId(db, service));
}

/**
 * Updates the settings on behalf of an operator; omitted fields keep their value. Throws OperatorError for an unknown
 * service.
 */
export async function setServiceScreening(
  db: Db,
  service: string,
  change: SettingsChange,
): Promise<ScreeningSettings> {
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceIdLocked(tx, service);
    const actor = { serviceId, userId: null, apiKeyId: null, requestId: null };
    return await changeScreeningSettings(tx, actor, change);
  });
}
