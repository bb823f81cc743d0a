import type { Ctx } from '../../context.ts';
import { listPlacedDocuments } from '../../db/queries/business/upsert-documents.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { listMatchesOfParticipants } from '../../db/queries/screening/matches.ts';
import { type Match, type NewMatch, planMatches } from '../../domain/match.ts';
import {
  type DocumentPlan,
  type PlacedDocument,
  planDocuments,
} from '../../domain/upsert-documents.ts';
import {
  type CapturedParticipant,
  groupChanges,
  type ParticipantChanges,
  type ParticipantContent,
  type ParticipantPlan,
  planParticipants,
} from '../../domain/upsert-participants.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/** The business that an upsert writes to, and those of the sent participants that it has, with their documents where these are read already. */
export type UpsertTarget = {
  businessId: number;
  stored: readonly CapturedParticipant[];
  documents?: readonly PlacedDocument[];
};

export type AskedUpsert = {
  target: UpsertTarget;
  input: Pick<UpsertBusinessInput, 'participants' | 'missingDocuments'>;
};

type AddedParticipant = ParticipantContent & { id: number; businessId: number };

/** What is to be written; `knownIds` are the sent participants that the business had before. */
export type UpsertPlan = {
  added: AddedParticipant[];
  changed: (ParticipantContent & { id: number })[];
  knownIds: number[];
  documents: DocumentPlan;
  /** Matches that are not known yet. */
  matches: NewMatch[];
  /** See ParticipantPlan. */
  becameNatural: number;
};

export type PreparedUpsert = UpsertPlan & { changes: ParticipantChanges };

/**
 * Decides what upserts of several businesses write, and takes ids for the new participants; in as many statements as
 * for one. The caller holds the businesses' rows.
 */
export async function prepareUpserts(
  tx: Ctx,
  asked: readonly AskedUpsert[],
): Promise<PreparedUpsert[]> {
  const plans = asked.map(({ target, input }) =>
    planParticipants(input.participants, target.stored),
  );
  const firstIds = await numberAdded(tx, plans);
  const knownIds = plans.flatMap((one) => [...one.knownIds.values()]);
  const documents = await listDocuments(tx, asked, knownIds);
  const matches = await listMatches(tx, asked, knownIds);
  return asked.map((one, place) => {
    const plan = plans[place] ?? EMPTY;
    return decide(one, { ...plan, firstId: firstIds[place] ?? 0, documents, matches });
  });
}

const EMPTY: ParticipantPlan = { added: [], changed: [], knownIds: new Map(), becameNatural: 0 };

type Known = ParticipantPlan & {
  firstId: number;
  /** Those of all businesses, by participant. */
  documents: ReadonlyMap<number, PlacedDocument[]>;
  matches: ReadonlyMap<number, Match[]>;
};

function decide({ target: { businessId }, input }: AskedUpsert, known: Known): PreparedUpsert {
  const { participants: sent, missingDocuments } = input;
  const added = known.added.map((one, index) => ({
    ...one,
    id: known.firstId + index,
    businessId,
  }));
  const ids = new Map(known.knownIds);
  for (const one of added) ids.set(one.externalPersonId, one.id);
  const requests = sent.flatMap(({ externalPersonId, requestedDocumentTypes: typeCodes }) => {
    const participantId = ids.get(externalPersonId);
    return participantId === undefined ? [] : { participantId, typeCodes };
  });
  const knownIds = [...known.knownIds.values()];
  const stored = knownIds.flatMap((id) => known.documents.get(id) ?? []);
  const documents = planDocuments(requests, stored, missingDocuments);
  const matches = sent.flatMap(({ externalPersonId, matches: found }) => {
    const id = ids.get(externalPersonId);
    return id === undefined ? [] : planMatches(id, found ?? [], known.matches.get(id) ?? []);
  });
  const { changed, becameNatural } = known;
  const plan = { added, changed, knownIds, documents, matches, becameNatural };
  return { ...plan, changes: tellChanges(sent, known.knownIds, plan) };
}

function tellChanges(
  sent: UpsertBusinessInput['participants'],
  knownIds: ReadonlyMap<number, number>,
  { changed, documents, matches }: UpsertPlan,
): ParticipantChanges {
  const touched = [...documents.added, ...documents.removed, ...matches];
  const updated = new Set([
    ...changed.map((one) => one.id),
    ...touched.map((one) => one.participantId),
  ]);
  const changes = sent.map(({ externalPersonId }) => {
    const id = knownIds.get(externalPersonId);
    if (id === undefined) return 'created';
    return updated.has(id) ? 'updated' : 'unchanged';
  });
  return groupChanges(sent, changes);
}

/** The first id for the new participants of each plan. */
async function numberAdded(tx: Ctx, plans: readonly ParticipantPlan[]): Promise<number[]> {
  const count = plans.reduce((sum, one) => sum + one.added.length, 0);
  if (count === 0) return [];
  const { serviceId } = tx.caller;
  let next = await allocateIds(tx.db, { serviceId, kind: 'participant', count });
  return plans.map(({ added }) => {
    const first = next;
    next += added.length;
    return first;
  });
}

async function listDocuments(
  tx: Ctx,
  asked: readonly AskedUpsert[],
  participantIds: readonly number[],
): Promise<Map<number, PlacedDocument[]>> {
  if (participantIds.length === 0) return new Map();
  const isRead = asked.every(({ target }) => target.documents !== undefined);
  const documents = isRead
    ? asked.flatMap(({ target }) => target.documents ?? [])
    : await listPlacedDocuments(tx.db, tx.caller.serviceId, participantIds);
  return Map.groupBy(documents, (one) => one.participantId);
}

async function listMatches(
  tx: Ctx,
  asked: readonly AskedUpsert[],
  knownIds: readonly number[],
): Promise<Map<number, Match[]>> {
  const isSent = asked.some(({ input }) => input.participants.some((one) => one.matches?.length));
  if (!isSent) return new Map();
  const stored = await listMatchesOfParticipants(tx.db, tx.caller.serviceId, knownIds);
  return Map.groupBy(stored, (one) => one.participantId);
}
