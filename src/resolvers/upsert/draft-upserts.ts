import type { RequestContext } from '../../context.ts';
import { listMatchesOfParticipants } from '../../db/queries/screening/matches.ts';
import { listPositionedDocuments } from '../../db/queries/upsert/upsert-documents.ts';
import {
  type DocumentPlan,
  type PositionedDocument,
  planDocuments,
} from '../../domain/business/upsert-documents.ts';
import {
  type CapturedParticipant,
  groupChanges,
  type ParticipantChanges,
  type ParticipantContent,
  type ParticipantPlan,
  planParticipants,
} from '../../domain/business/upsert-participants.ts';
import { type Match, type NewMatch, planMatches } from '../../domain/matches/match.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/**
 * Upsert of one business with the sent participants that are stored already, and their documents if these were
 * prefetched.
 */
export type RequestedUpsert = {
  input: Pick<UpsertBusinessInput, 'participants' | 'missingDocuments'>;
  stored: readonly CapturedParticipant[];
  documents?: readonly PositionedDocument[];
};

/** Documents to write and matches to add. */
type PlannedRows = { documents: DocumentPlan; matches: NewMatch[] };

/** Changes of an upsert to the participants of its business. New participants have no ids yet. */
export type UpsertDraft = Omit<ParticipantPlan, 'knownIds'> &
  PlannedRows & {
    /** Ids of the sent participants that were stored before. */
    knownIds: number[];
    changes: ParticipantChanges;
    /** Rows of the new participants, with indexes into `added` as participant ids. */
    addedRows: PlannedRows;
  };

/** Rows to write, with ids. */
export type UpsertPlan = Pick<
  UpsertDraft,
  'changed' | 'becameNatural' | 'documents' | 'matches'
> & { added: (ParticipantContent & { id: number; businessId: number })[] };

/**
 * Plans the writes of upserts of several businesses, with as many statements as for one. The caller holds the row locks
 * of the businesses.
 */
export async function draftUpserts(
  tx: RequestContext,
  upserts: readonly RequestedUpsert[],
): Promise<UpsertDraft[]> {
  const { serviceId } = tx.caller;
  const plans = await mapInSlices(serviceId, upserts, ({ input, stored }) =>
    planParticipants(input.participants, stored),
  );
  const knownParticipantIds = plans.flatMap((plan) => [...plan.knownIds.values()]);
  const storedRows = {
    documents: await groupDocuments(tx, upserts, knownParticipantIds),
    matches: await groupMatches(tx, upserts, knownParticipantIds),
  };
  const added = await mapInSlices(serviceId, upserts, ({ input }, index) =>
    planRows(input, indexByPerson(plans[index] ?? EMPTY_PLAN), NO_STORED_ROWS),
  );
  return await mapInSlices(serviceId, upserts, ({ input }, index) => {
    const { knownIds, ...participants } = plans[index] ?? EMPTY_PLAN;
    const rows = planRows(input, knownIds, storedRows);
    const changes = describeChanges(input.participants, knownIds, { ...participants, ...rows });
    const addedRows = added[index] ?? NO_PLANNED_ROWS;
    return { ...participants, ...rows, knownIds: [...knownIds.values()], changes, addedRows };
  });
}

/** Returns the indexes of new participants by the provider's person ids. */
function indexByPerson({ added }: ParticipantPlan): Map<number, number> {
  return new Map(added.map((participant, index) => [participant.externalPersonId, index]));
}

const EMPTY_PLAN: ParticipantPlan = {
  added: [],
  changed: [],
  knownIds: new Map(),
  becameNatural: 0,
};

/** Stored data of the participants of all businesses, by participant. */
type StoredRows = {
  documents: ReadonlyMap<number, PositionedDocument[]>;
  matches: ReadonlyMap<number, Match[]>;
};

const NO_STORED_ROWS: StoredRows = { documents: new Map(), matches: new Map() };
const NO_PLANNED_ROWS: PlannedRows = { documents: { added: [], removed: [] }, matches: [] };

/** Assigns consecutive ids from `firstId` to the new participants. */
export function assignIds(
  draft: UpsertDraft,
  { businessId, firstId }: { businessId: number; firstId: number },
): UpsertPlan {
  const { changed, becameNatural, documents, addedRows } = draft;
  const withId = <Row extends { participantId: number }>(row: Row): Row => ({
    ...row,
    participantId: firstId + row.participantId,
  });
  return {
    added: draft.added.map((participant, index) => ({
      ...participant,
      id: firstId + index,
      businessId,
    })),
    changed,
    becameNatural,
    documents: {
      added: [...documents.added, ...addedRows.documents.added.map(withId)],
      removed: documents.removed,
    },
    matches: [...draft.matches, ...addedRows.matches.map(withId)],
  };
}

/** Plans documents and matches of the sent participants. `ids` has the participant ids by the provider's person ids. */
function planRows(
  { participants: sent, missingDocuments }: RequestedUpsert['input'],
  ids: ReadonlyMap<number, number>,
  storedRows: StoredRows,
): PlannedRows {
  const requests = sent.flatMap(({ externalPersonId, requestedDocumentTypes: typeCodes }) => {
    const participantId = ids.get(externalPersonId);
    return participantId === undefined ? [] : { participantId, typeCodes };
  });
  const stored = [...ids.values()].flatMap((id) => storedRows.documents.get(id) ?? []);
  const matches = sent.flatMap(({ externalPersonId, matches: sentMatches }) => {
    const id = ids.get(externalPersonId);
    return id === undefined
      ? []
      : planMatches(id, sentMatches ?? [], storedRows.matches.get(id) ?? []);
  });
  return { documents: planDocuments(requests, stored, missingDocuments), matches };
}

function describeChanges(
  sent: UpsertBusinessInput['participants'],
  knownIds: ReadonlyMap<number, number>,
  { changed, documents, matches }: Pick<UpsertDraft, 'changed' | 'documents' | 'matches'>,
): ParticipantChanges {
  const changedRows = [...documents.added, ...documents.removed, ...matches];
  const updated = new Set([
    ...changed.map((participant) => participant.id),
    ...changedRows.map((row) => row.participantId),
  ]);
  const changes = sent.map(({ externalPersonId }) => {
    const id = knownIds.get(externalPersonId);
    if (id === undefined) return 'created';
    return updated.has(id) ? 'updated' : 'unchanged';
  });
  return groupChanges(sent, changes);
}

async function groupDocuments(
  tx: RequestContext,
  upserts: readonly RequestedUpsert[],
  participantIds: readonly number[],
): Promise<Map<number, PositionedDocument[]>> {
  if (participantIds.length === 0) return new Map();
  const isPrefetched = upserts.every(({ documents }) => documents !== undefined);
  const documents = isPrefetched
    ? upserts.flatMap((upsert) => upsert.documents ?? [])
    : await listPositionedDocuments(tx.db, tx.caller.serviceId, participantIds);
  return Map.groupBy(documents, (document) => document.participantId);
}

async function groupMatches(
  tx: RequestContext,
  upserts: readonly RequestedUpsert[],
  knownIds: readonly number[],
): Promise<Map<number, Match[]>> {
  const isSent = upserts.some(({ input }) =>
    input.participants.some((participant) => participant.matches?.length),
  );
  if (!isSent) return new Map();
  const stored = await listMatchesOfParticipants(tx.db, tx.caller.serviceId, knownIds);
  return Map.groupBy(stored, (match) => match.participantId);
}
