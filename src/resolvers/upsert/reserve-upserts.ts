import type { RequestContext } from '../../context.ts';
import type { DeletionScope } from '../../db/queries/completion/deletion-scope.ts';
import type { NewPersons } from '../../db/queries/participants/persons.ts';
import type { IdKind } from '../../db/queries/records/id-counters.ts';
import { reserveRows } from '../../db/queries/upsert/reserve-rows.ts';
import type { UpsertDraft } from './draft-upserts.ts';

/** Rows that upserts add, and the deletion of one of them. */
export type ReservationRequest = {
  users: number;
  businesses: number;
  drafts: readonly UpsertDraft[];
  /** Deletion scope of the upsert. When omitted, nothing is deleted. */
  scope?: DeletionScope | undefined;
};

/** First id of each kind of new rows. An id is valid only for a kind of which rows are added. */
export type ReservedIds = {
  userId: number;
  businessId: number;
  participantId: number;
  persons: NewPersons;
};

/**
 * Allocates ids and locks the persons and files whose references change, in one round trip; in none when there is
 * nothing to reserve. No other upsert of the service can add rows until the commit, so callers read before they
 * reserve.
 */
export async function reserveUpserts(
  tx: RequestContext,
  request: ReservationRequest,
): Promise<ReservedIds> {
  const { users, businesses, drafts } = request;
  const participants = drafts.reduce((sum, draft) => sum + draft.added.length, 0);
  const counts: [IdKind, number][] = [
    ['user', users],
    ['business', businesses],
    ['participant', participants],
  ];
  const ids = counts.flatMap(([kind, count]) => (count === 0 ? [] : { kind, count }));
  const { serviceId } = tx.caller;
  const scope = request.scope ?? { serviceId, businessId: NO_BUSINESS, participants: 'none' };
  const sent = drafts.flatMap(({ added }) =>
    added.map((participant) => participant.externalPersonId),
  );
  const fileIds = drafts.flatMap(({ documents }) =>
    documents.removed.flatMap((document) => document.downloadId ?? []),
  );
  if (ids.length + fileIds.length === 0 && scope.participants === 'none') return NO_RESERVATION;
  const externalPersonIds = [...new Set(sent)];
  const { firstIds, persons } = await reserveRows(tx.db, {
    ids,
    scope,
    externalPersonIds,
    fileIds,
  });
  return {
    userId: firstIds.get('user') ?? 0,
    businessId: firstIds.get('business') ?? 0,
    participantId: firstIds.get('participant') ?? 0,
    persons,
  };
}

/** Placeholder of the business when nothing is deleted. */
const NO_BUSINESS = 0;

const NO_RESERVATION: ReservedIds = {
  userId: 0,
  businessId: 0,
  participantId: 0,
  persons: { firstId: 0, externalIds: [] },
};
