import DataLoader from 'dataloader';
import type { Business } from '../domain/business.ts';
import type { DeletionReceipt } from '../domain/completion.ts';
import type { RequestedDocument } from '../domain/document.ts';
import type { Window } from '../domain/page.ts';
import type { Participant } from '../domain/participant.ts';
import type { Question } from '../domain/questionnaire.ts';
import type { Db } from './client.ts';
import { listBusinessesByIds } from './queries/businesses.ts';
import { listReceiptsByIds } from './queries/deletion-receipts.ts';
import { listDocumentsOfParticipants } from './queries/documents.ts';
import {
  countParticipants,
  listParticipantsByIds,
  listParticipantWindows,
} from './queries/participants.ts';
import { listQuestions } from './queries/questionnaires.ts';

export type ParticipantWindow = { businessId: number; window: Window<number> };

/** One set per request: a loader that outlives it serves another caller's rows. */
export type Loaders = {
  business: DataLoader<number, Business | undefined>;
  participant: DataLoader<number, Participant | undefined>;
  participantWindow: DataLoader<ParticipantWindow, Participant[], string>;
  participantCount: DataLoader<number, number>;
  documents: DataLoader<number, RequestedDocument[]>;
  questions: DataLoader<string, Question[]>;
  receipt: DataLoader<number, DeletionReceipt | undefined>;
};

export function createLoaders(db: Db, serviceId: number): Loaders {
  return {
    business: new DataLoader(async (ids) =>
      inOrder(ids, await listBusinessesByIds(db, serviceId, ids), (one) => one.id),
    ),
    participant: new DataLoader(async (ids) =>
      inOrder(ids, await listParticipantsByIds(db, serviceId, ids), (one) => one.id),
    ),
    participantWindow: createWindowLoader(db, serviceId),
    participantCount: new DataLoader(async (ids) => {
      const counts = await countParticipants(db, serviceId, ids);
      return inOrder(ids, counts, (one) => one.businessId).map((one) => one?.count ?? 0);
    }),
    documents: new DataLoader(async (ids) => {
      const documents = await listDocumentsOfParticipants(db, serviceId, ids);
      return inGroups(ids, documents, (one) => one.participantId);
    }),
    questions: new DataLoader(async (keys) => {
      const questions = await listQuestions(db, serviceId, keys);
      return inGroups(keys, questions, (one) => one.templateKey);
    }),
    receipt: new DataLoader(async (ids) =>
      inOrder(ids, await listReceiptsByIds(db, serviceId, ids), (one) => one.id),
    ),
  };
}

/** One statement for all businesses that are asked for the same window. */
function createWindowLoader(db: Db, serviceId: number): Loaders['participantWindow'] {
  const load = async (asked: readonly ParticipantWindow[]): Promise<Participant[][]> => {
    const byWindow = Object.values(
      Object.groupBy(asked, ({ window }) => JSON.stringify(window)),
    ).filter((group) => group !== undefined);
    const found = new Map<ParticipantWindow, Participant[]>();
    await Promise.all(
      byWindow.map(async (group) => {
        const [first] = group;
        if (first === undefined) return;
        const businessIds = group.map((one) => one.businessId);
        const rows = await listParticipantWindows(db, { serviceId, businessIds }, first.window);
        const groups = inGroups(businessIds, rows, (row) => row.businessId);
        group.forEach((one, index) => found.set(one, groups[index] ?? []));
      }),
    );
    return asked.map((one) => found.get(one) ?? []);
  };
  return new DataLoader(load, { cacheKeyFn: (key) => JSON.stringify(key) });
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
