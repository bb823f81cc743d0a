import type { RequestContext } from '../../context.ts';
import { listMatchesOfParticipants } from '../../db/queries/screening/matches.ts';
import { listPlacedDocuments } from '../../db/queries/upsert/upsert-documents.ts';
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

/** An upsert of one business, and those of the sent participants that it has, with their documents where these are read already. */
export type AskedUpsert = {
  input: Pick<UpsertBusinessInput, 'participants' | 'missingDocuments'>;
  stored: readonly CapturedParticipant[];
  documents?: readonly PositionedDocument[];
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
  asked: readonly AskedUpsert[],
): Promise<UpsertDraft[]> {
  const { serviceId } = tx.caller;
  const plans = await mapInSlices(serviceId, asked, ({ input, stored }) =>
    planParticipants(input.participants, stored),
  );
  const idsOfKnown = plans.flatMap((one) => [...one.knownIds.values()]);
  const known = {
    documents: await listDocuments(tx, asked, idsOfKnown),
    matches: await listMatches(tx, asked, idsOfKnown),
  };
  const added = await mapInSlices(serviceId, asked, ({ input }, place) =>
    planFindings(input, placesOf(plans[place] ?? EMPTY), NOTHING_KNOWN),
  );
  return await mapInSlices(serviceId, asked, ({ input }, place) => {
    const { knownIds, ...participants } = plans[place] ?? EMPTY;
    const found = planFindings(input, knownIds, known);
    const changes = tellChanges(input.participants, knownIds, { ...participants, ...found });
    const ofAdded = added[place] ?? NOTHING_FOUND;
    return { ...participants, ...found, knownIds: [...knownIds.values()], changes, ofAdded };
  });
}

/** The new participants by the provider's ids of their persons. */
function placesOf({ added }: ParticipantPlan): Map<number, number> {
  return new Map(added.map((one, place) => [one.externalPersonId, place]));
}

const EMPTY: ParticipantPlan = { added: [], changed: [], knownIds: new Map(), becameNatural: 0 };

/** Stored data of the participants of all businesses, by participant. */
type Known = {
  documents: ReadonlyMap<number, PositionedDocument[]>;
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
  const withId = <One extends { participantId: number }>(one: One): One => ({
    ...one,
    participantId: firstId + one.participantId,
  });
  return {
    added: draft.added.map((one, place) => ({ ...one, id: firstId + place, businessId })),
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
  known: Known,
): Findings {
  const requests = sent.flatMap(({ externalPersonId, requestedDocumentTypes: typeCodes }) => {
    const participantId = ids.get(externalPersonId);
    return participantId === undefined ? [] : { participantId, typeCodes };
  });
  const stored = [...ids.values()].flatMap((id) => known.documents.get(id) ?? []);
  const matches = sent.flatMap(({ externalPersonId, matches: found }) => {
    const id = ids.get(externalPersonId);
    return id === undefined ? [] : planMatches(id, found ?? [], known.matches.get(id) ?? []);
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

async function listDocuments(
  tx: RequestContext,
  asked: readonly AskedUpsert[],
  participantIds: readonly number[],
): Promise<Map<number, PositionedDocument[]>> {
  if (participantIds.length === 0) return new Map();
  const isRead = asked.every(({ documents }) => documents !== undefined);
  const documents = isRead
    ? asked.flatMap((one) => one.documents ?? [])
    : await listPlacedDocuments(tx.db, tx.caller.serviceId, participantIds);
  return Map.groupBy(documents, (one) => one.participantId);
}

async function listMatches(
  tx: RequestContext,
  asked: readonly AskedUpsert[],
  knownIds: readonly number[],
): Promise<Map<number, Match[]>> {
  const isSent = asked.some(({ input }) => input.participants.some((one) => one.matches?.length));
  if (!isSent) return new Map();
  const stored = await listMatchesOfParticipants(tx.db, tx.caller.serviceId, knownIds);
  return Map.groupBy(stored, (one) => one.participantId);
}
