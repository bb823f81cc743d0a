import DataLoader from 'dataloader';
import type { Business } from '../domain/business.ts';
import type { DeletionReceipt } from '../domain/completion.ts';
import type { RequestedDocument } from '../domain/document.ts';
import type { FileRecord } from '../domain/file.ts';
import type { Match } from '../domain/match.ts';
import type { MatchResolution } from '../domain/match-resolution.ts';
import { readingOf, type Window } from '../domain/page.ts';
import type { Participant } from '../domain/participant.ts';
import type { ParticipantFilter } from '../domain/participant-list.ts';
import type { IdentifierStarts } from '../domain/personal-information.ts';
import type { Question } from '../domain/questionnaire.ts';
import type { Db } from './client.ts';
import { type DataKeyRow, listDataKeys } from './queries/data-keys.ts';
import { listReceiptsByIds } from './queries/deletion-receipts.ts';
import { listFilesByIds } from './queries/file-records.ts';
import { listMatchesOfParticipants, listResolutions } from './queries/matches.ts';
import { countParticipants, listParticipantWindows } from './queries/participant-lists.ts';
import { listParticipantsByIds, type ParticipantInFull } from './queries/participants.ts';
import { listIdentifierStarts } from './queries/personal-information.ts';
import { listQuestions } from './queries/questionnaires.ts';
import { type Reads, readsOf } from './reads.ts';

/** Loads of a business what is asked for in the same words of others too: one statement for each wording. */
export type PerBusiness<Asked, Value> = {
  load(businessId: number, asked: Asked): Promise<Value>;
};

/** One window on the filtered participants of a business. */
export type ParticipantWindow = {
  filter: ParticipantFilter;
  window: Window<number>;
  /** Whether their documents are going to be loaded too, so that a first page brings them along. */
  withDocuments: boolean;
};

/** One set per request: a loader that outlives it serves another caller's rows. */
export type Loaders = {
  business: DataLoader<number, Business | undefined>;
  participant: DataLoader<number, Participant | undefined>;
  /** Every participant of a business. */
  participantsInFull: DataLoader<number, ParticipantInFull[]>;
  participantWindow: PerBusiness<ParticipantWindow, Participant[]>;
  participantCount: PerBusiness<ParticipantFilter, number>;
  documents: DataLoader<number, RequestedDocument[]>;
  questions: DataLoader<string, Question[]>;
  receipt: DataLoader<number, DeletionReceipt | undefined>;
  identifierStarts: DataLoader<number, IdentifierStarts | undefined>;
  matches: DataLoader<number, Match[]>;
  resolutions: DataLoader<number, MatchResolution[]>;
  file: DataLoader<number, FileRecord | undefined>;
  /** By business; 0 for the files of none. */
  dataKey: DataLoader<number, DataKeyRow | undefined>;
};

export function createLoaders(db: Db, serviceId: number): Loaders {
  const reads = readsOf(db);
  const documents: Loaders['documents'] = new DataLoader(
    async (ids) => await reads.documents(serviceId, ids),
  );
  return {
    business: new DataLoader(async (ids) => (await reads.businesses(serviceId, ids)).map(single)),
    participant: new DataLoader(async (ids) =>
      inOrder(ids, await listParticipantsByIds(db, serviceId, ids), (one) => one.id),
    ),
    participantsInFull: new DataLoader(
      async (ids) => await reads.participantsInFull(serviceId, ids),
    ),
    participantWindow: createWindowLoader({ db, serviceId, reads }, documents),
    participantCount: createCountLoader(db, serviceId),
    documents,
    questions: new DataLoader(async (keys) => {
      const questions = await listQuestions(db, serviceId, keys);
      return inGroups(keys, questions, (one) => one.templateKey);
    }),
    receipt: new DataLoader(async (ids) =>
      inOrder(ids, await listReceiptsByIds(db, serviceId, ids), (one) => one.id),
    ),
    identifierStarts: new DataLoader(async (ids) =>
      inOrder(ids, await listIdentifierStarts(db, serviceId, ids), (one) => one.participantId),
    ),
    matches: new DataLoader(async (ids) => {
      const matches = await listMatchesOfParticipants(db, serviceId, ids);
      return inGroups(ids, matches, (one) => one.participantId);
    }),
    resolutions: new DataLoader(async (ids) => {
      const resolutions = await listResolutions(db, serviceId, ids);
      return inGroups(ids, resolutions, (one) => one.matchId);
    }),
    file: new DataLoader(async (ids) =>
      inOrder(ids, await listFilesByIds(db, serviceId, ids), (one) => one.id),
    ),
    dataKey: new DataLoader(async (ids) =>
      inOrder(ids, await listDataKeys(db, serviceId, ids), (one) => one.businessId ?? 0),
    ),
  };
}

function createWindowLoader(
  { db, serviceId, reads }: { db: Db; serviceId: number; reads: Reads },
  documents: Loaders['documents'],
): Loaders['participantWindow'] {
  return createPerBusiness(async (businessIds, { filter, window, withDocuments }) => {
    if (!isFirstPage(window) || Object.keys(filter).length > 0) {
      const rows = await listParticipantWindows(db, { serviceId, businessIds, filter }, window);
      return inGroups(businessIds, rows, (row) => row.businessId);
    }
    const { limit } = readingOf(window);
    const pages = businessIds.map((businessId) => ({ businessId, limit }));
    if (!withDocuments) return await reads.firstPages(serviceId, pages);
    const groups = await reads.firstPagesInFull(serviceId, pages);
    for (const one of groups.flat()) documents.prime(one.id, one.documents);
    return groups;
  });
}

function isFirstPage({ first, last, after, before }: Window<number>): boolean {
  return first !== null && last === null && after === null && before === null;
}

function createCountLoader(db: Db, serviceId: number): Loaders['participantCount'] {
  return createPerBusiness(async (businessIds, filter) => {
    const counts = await countParticipants(db, { serviceId, businessIds, filter });
    return inOrder(businessIds, counts, (row) => row.businessId).map((row) => row?.count ?? 0);
  });
}

function createPerBusiness<Asked, Value>(
  loadAll: (businessIds: readonly number[], asked: Asked) => Promise<Value[]>,
): PerBusiness<Asked, Value> {
  const loaders = new Map<string, DataLoader<number, Value>>();
  return {
    load: async (businessId, asked) => {
      const wording = JSON.stringify(asked);
      const known = loaders.get(wording);
      const loader =
        known ?? new DataLoader(async (ids: readonly number[]) => await loadAll(ids, asked));
      if (known === undefined) loaders.set(wording, loader);
      return await loader.load(businessId);
    },
  };
}

function single<Row>(rows: Row[]): Row | undefined {
  return rows[0];
}

function inOrder<Key, Row>(
  keys: readonly Key[],
  rows: Row[],
  keyOf: (row: Row) => Key,
): (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key));
}

function inGroups<Key, Row>(keys: readonly Key[], rows: Row[], keyOf: (row: Row) => Key): Row[][] {
  const groups = Map.groupBy(rows, keyOf);
  return keys.map((key) => groups.get(key) ?? []);
}
