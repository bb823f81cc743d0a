import type { Ctx } from '../../context.ts';
import { listParticipantsOfPersons } from '../../db/queries/business/participants.ts';
import { listPlacedDocuments } from '../../db/queries/business/upsert-documents.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { listMatchesOfParticipants } from '../../db/queries/screening/matches.ts';
import { type NewMatch, planMatches } from '../../domain/match.ts';
import { type DocumentPlan, planDocuments } from '../../domain/upsert-documents.ts';
import {
  type CapturedParticipant,
  findAmbiguous,
  groupChanges,
  type ParticipantChanges,
  type ParticipantContent,
  planParticipants,
} from '../../domain/upsert-participants.ts';
import { AppError } from '../../errors.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/** The business that an upsert writes to; `isNew` where the same transaction has made it. */
export type UpsertTarget = { businessId: number; isNew: boolean };

type Row = ParticipantContent & { id: number };

/** What is to be written; `knownIds` are the sent participants that the business had before. */
export type UpsertPlan = {
  added: Row[];
  changed: Row[];
  knownIds: number[];
  documents: DocumentPlan;
  /** Matches that are not known yet. */
  matches: NewMatch[];
  changes: ParticipantChanges;
  /** See ParticipantPlan. */
  becameNatural: number;
};

/**
 * Decides what an upsert writes: reads which of the sent participants the business has, and takes ids for the new
 * ones. The caller holds the business's row. Throws AppError `invalid_input` for a person that the business
 * has more than once.
 */
export async function prepareUpsert(
  tx: Ctx,
  target: UpsertTarget,
  input: UpsertBusinessInput,
): Promise<UpsertPlan> {
  const { participants: sent, missingDocuments } = input;
  const before = await listStored(tx, target, input);
  const plan = planParticipants(sent, before);
  const added = await numberAdded(tx, plan.added);
  const ids = new Map(plan.knownIds);
  for (const one of added) ids.set(one.externalPersonId, one.id);
  const requests = sent.flatMap(({ externalPersonId, requestedDocumentTypes: typeCodes }) => {
    const participantId = ids.get(externalPersonId);
    return participantId === undefined ? [] : { participantId, typeCodes };
  });
  const knownIds = [...plan.knownIds.values()];
  const stored = await listDocuments(tx, knownIds);
  const documents = planDocuments(requests, stored, missingDocuments);
  const matches = await listNewMatches(tx, input, { ids, knownIds });
  const touched = [...documents.added, ...documents.removed, ...matches];
  const updated = new Set([
    ...plan.changed.map((one) => one.id),
    ...touched.map((one) => one.participantId),
  ]);
  const changes = sent.map(({ externalPersonId }) => {
    const id = plan.knownIds.get(externalPersonId);
    if (id === undefined) return 'created';
    return updated.has(id) ? 'updated' : 'unchanged';
  });
  return {
    added,
    changed: plan.changed,
    knownIds,
    documents,
    matches,
    changes: groupChanges(sent, changes),
    becameNatural: plan.becameNatural,
  };
}

async function listStored(
  tx: Ctx,
  { businessId, isNew }: UpsertTarget,
  { participants: sent }: UpsertBusinessInput,
): Promise<CapturedParticipant[]> {
  if (isNew || sent.length === 0) return [];
  const persons = sent.map((one) => one.externalPersonId);
  const { serviceId } = tx.caller;
  const stored = await listParticipantsOfPersons(tx.db, { serviceId, businessId }, persons);
  const message = 'The business has this person more than once: which is meant cannot be told';
  const issues = findAmbiguous(sent, stored).map((index) => ({
    path: ['participants', String(index), 'externalPersonId'],
    code: 'ambiguous' as const,
    message,
  }));
  if (issues.length === 0) return stored;
  throw new AppError('invalid_input', 'The input is not valid.', { issues });
}

async function numberAdded(tx: Ctx, added: readonly ParticipantContent[]): Promise<Row[]> {
  const count = added.length;
  if (count === 0) return [];
  const { serviceId } = tx.caller;
  const firstId = await allocateIds(tx.db, { serviceId, kind: 'participant', count });
  return added.map((one, index) => ({ ...one, id: firstId + index }));
}

async function listDocuments(tx: Ctx, participantIds: readonly number[]) {
  if (participantIds.length === 0) return [];
  return await listPlacedDocuments(tx.db, tx.caller.serviceId, participantIds);
}

type Ids = { ids: ReadonlyMap<number, number>; knownIds: readonly number[] };

async function listNewMatches(
  tx: Ctx,
  { participants: sent }: UpsertBusinessInput,
  { ids, knownIds }: Ids,
): Promise<NewMatch[]> {
  if (!sent.some((one) => one.matches?.length)) return [];
  const stored = await listMatchesOfParticipants(tx.db, tx.caller.serviceId, knownIds);
  const byParticipant = Map.groupBy(stored, (one) => one.participantId);
  return sent.flatMap(({ externalPersonId, matches }) => {
    const id = ids.get(externalPersonId);
    return id === undefined ? [] : planMatches(id, matches ?? [], byParticipant.get(id) ?? []);
  });
}
