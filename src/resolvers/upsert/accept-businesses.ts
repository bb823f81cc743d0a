import type { RequestContext } from '../../context.ts';
import type { StoredBusiness } from '../../db/queries/upsert/upsert-business.ts';
import {
  listParticipantsOfPairs,
  lockBusinessesByExternalIds,
} from '../../db/queries/upsert/upsert-businesses.ts';
import type { CapturedParticipant } from '../../domain/business/upsert-participants.ts';
import { AppError } from '../../errors.ts';
import { checkVersion, NO_VERSION } from '../business/check-version.ts';
import { checkAmbiguous } from './check-ambiguous.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/** Business that passed all checks, with the stored business and its participants that the input names. */
export type AcceptedBusiness = {
  input: UpsertBusinessInput;
  existing: StoredBusiness | undefined;
  stored: readonly CapturedParticipant[];
};

/** Locks the existing businesses and checks each. Returns the error of each rejected business at its position. */
export async function acceptBusinesses(
  tx: RequestContext,
  parsed: readonly (UpsertBusinessInput | AppError)[],
): Promise<(AcceptedBusiness | AppError)[]> {
  const { serviceId } = tx.caller;
  const inputs = parsed.flatMap((input) => (input instanceof AppError ? [] : input));
  const ids = inputs.map((input) => input.externalId);
  const existing = ids.length === 0 ? [] : await lockBusinessesByExternalIds(tx.db, serviceId, ids);
  const byExternalId = new Map(existing.map((business) => [business.externalId, business]));
  const pairs = inputs.flatMap(({ externalId, participants }) => {
    const businessId = byExternalId.get(externalId)?.id;
    if (businessId === undefined) return [];
    return participants.map(({ externalPersonId }) => ({ businessId, externalPersonId }));
  });
  const participants =
    pairs.length === 0 ? [] : await listParticipantsOfPairs(tx.db, serviceId, pairs);
  const byBusiness = Map.groupBy(participants, (participant) => participant.businessId);
  return parsed.map((input) => {
    if (input instanceof AppError) return input;
    const business = byExternalId.get(input.externalId);
    const stored = business === undefined ? [] : (byBusiness.get(business.id) ?? []);
    return checkBusiness({ input, existing: business, stored });
  });
}

function checkBusiness(business: AcceptedBusiness): AcceptedBusiness | AppError {
  try {
    checkVersion(business.existing?.version ?? NO_VERSION, business.input.expectedVersion);
    checkAmbiguous(business.input.participants, business.stored);
    return business;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
