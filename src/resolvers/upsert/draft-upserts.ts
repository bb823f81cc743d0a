import type { RequestContext } from '../../context.ts';
import { listMatchesOfParticipants } from '../../db/queries/screening/matches.ts';
import { listPlacedDocuments } from '../../db/queries/upsert/upsert-documents.ts';
import {
  type DocumentPlan,
  type PlacedDocument,
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

/** An upsert of one business, and those of the sent participants that it has, with their documents where these are read already. */
export type AskedUpsert = {
  input: Pick<UpsertBusinessInput, 'participants' | 'missingDocuments'>;
  stored: readonly CapturedParticipant[];
  documents?: readonly PlacedDocument[];
};

/** Documents, and matches that are not known yet. */
type Findings = { documents: DocumentPlan; matches: NewMatch[] };

/** Changes of an upsert to the participants of its business, and new participants, which have no ids yet. */
export type UpsertDraft = Omit<ParticipantPlan, 'knownIds'> &
  Findings & {
    /** The sent participants that the business had before. */
    knownIds: number[];
    changes: ParticipantChanges;
    /** Those of the participants that it adds, with their places among them for ids. */
    ofAdded: Findings;
  };

/** Rows to write. */
export type UpsertPlan = Pick<
  UpsertDraft,
  'changed' | 'becameNatural' | 'documents' | 'matches'
> & {
  added: (ParticipantContent & { id: number; businessId: number })[];
};

/** Decides what upserts of several businesses write, in as many statements as for one. The caller holds the businesses' rows. */
export async function draftUpserts(
  tx: RequestContext,
  upserts: readonly AskedUpsert[],
): Promise<UpsertDraft[]> {
  const { serviceId } = tx.caller;
  const plans = await mapInSlices(serviceId, upserts, ({ input, stored }) =>
    planParticipants(input.participants, stored),
  );
  const idsOfKnown = plans.flatMap((plan) => [...plan.knownIds.values()]);
  const storedRows = {
    documents: await listDocuments(tx, upserts, idsOfKnown),
    matches: await listMatches(tx, upserts, idsOfKnown),
  };
  const added = await mapInSlices(serviceId, upserts, ({ input }, place) =>
    planFindings(input, placesOf(plans[place] ?? EMPTY), NOTHING_KNOWN),
  );
  return await mapInSlices(serviceId, upserts, ({ input }, place) => {
    const { knownIds, ...participants } = plans[place] ?? EMPTY;
    const findings = planFindings(input, knownIds, storedRows);
    const changes = tellChanges(input.participants, knownIds, { ...participants, ...findings });
    const ofAdded = added[place] ?? NOTHING_FOUND;
    return { ...participants, ...findings, knownIds: [...knownIds.values()], changes, ofAdded };
  });
}

/** The new participants by the provider's ids of their persons. */
function placesOf({ added }: ParticipantPlan): Map<number, number> {
  return new Map(added.map((participant, place) => [participant.externalPersonId, place]));
}

const EMPTY: ParticipantPlan = { added: [], changed: [], knownIds: new Map(), becameNatural: 0 };

/** Stored data of the participants of all businesses, by participant. */
type Known = {
  documents: ReadonlyMap<number, PlacedDocument[]>;
  matches: ReadonlyMap<number, Match[]>;
};

const NOTHING_KNOWN: Known = { documents: new Map(), matches: new Map() };
const NOTHING_FOUND: Findings = { documents: { added: [], removed: [] }, matches: [] };

/** Gives the new participants ids that count up from `firstId`. */
export function completeDraft(
  draft: UpsertDraft,
  { businessId, firstId }: { businessId: number; firstId: number },
): UpsertPlan {
  const { changed, becameNatural, documents, ofAdded } = draft;
  const withId = <One extends { participantId: number }>(row: One): One => ({
    ...row,
    participantId: firstId + row.participantId,
  });
  return {
    added: draft.added.map((participant, place) => ({
      ...participant,
      id: firstId + place,
      businessId,
    })),
    changed,
    becameNatural,
    documents: {
      added: [...documents.added, ...ofAdded.documents.added.map(withId)],
      removed: documents.removed,
    },
    matches: [...draft.matches, ...ofAdded.matches.map(withId)],
  };
}

/** The documents and matches of the sent participants that have these ids, by the provider's ids of their persons. */
function planFindings(
  { participants: sent, missingDocuments }: AskedUpsert['input'],
  ids: ReadonlyMap<number, number>,
  storedRows: Known,
): Findings {
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

function tellChanges(
  sent: UpsertBusinessInput['participants'],
  knownIds: ReadonlyMap<number, number>,
  { changed, documents, matches }: Pick<UpsertDraft, 'changed' | 'documents' | 'matches'>,
): ParticipantChanges {
  const touched = [...documents.added, ...documents.removed, ...matches];
  const updated = new Set([
    ...changed.map((participant) => participant.id),
    ...touched.map((row) => row.participantId),
  ]);
  const changes = sent.map(({ externalPersonId }) => {
    const id = knownIds.get(externalPersonId);
    if (id === undefined) return 'created';
    return updated.has(id) ? 'updated' : 'unchanged';
  });
  return groupChanges(sent, changes);
}

async function listDocuments(
  tx: RequestContext,
  upserts: readonly AskedUpsert[],
  participantIds: readonly number[],
): Promise<Map<number, PlacedDocument[]>> {
  if (participantIds.length === 0) return new Map();
  const isRead = upserts.every(({ documents }) => documents !== undefined);
  const documents = isRead
    ? upserts.flatMap((upsert) => upsert.documents ?? [])
    : await listPlacedDocuments(tx.db, tx.caller.serviceId, participantIds);
  return Map.groupBy(documents, (document) => document.participantId);
}

async function listMatches(
  tx: RequestContext,
  upserts: readonly AskedUpsert[],
  knownIds: readonly number[],
): Promise<Map<number, Match[]>> {
  const isSent = upserts.some(({ input }) =>
    input.participants.some((participant) => participant.matches?.length),
  );
  if (!isSent) return new Map();
  const stored = await listMatchesOfParticipants(tx.db, tx.caller.serviceId, knownIds);
  return Map.groupBy(stored, (match) => match.participantId);
}
