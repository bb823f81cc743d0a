import type { Business } from '../../domain/business/business.ts';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
} from '../../domain/business/participant.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import { createCoalescer, type Measures, readAlone } from '../batching/coalesce.ts';
import type { ReadKeys, ReadService } from '../batching/read-keys.ts';
import { createReadSemaphores } from '../batching/read-semaphores.ts';
import { readInParts } from '../batching/split-keys.ts';
import type { Db } from '../client.ts';
import type { BusinessInFull } from '../queries/business/business-in-full.ts';
import { readBusinesses } from '../queries/business/businesses.ts';
import { decodeBusinesses, readBusinessesInFull } from '../queries/business/businesses-in-full.ts';
import { buildSyntheticPages } from '../queries/business/synthetic-pages.ts';
import { readDocuments } from '../queries/participants/documents.ts';
import { readFirstPages, readFirstPagesInFull } from '../queries/participants/participant-pages.ts';
import type { StoredAnswer, StoredQuestion } from '../queries/questionnaire/questionnaires.ts';

/** Batched reads by id, shared by concurrent requests of a service. */
export type Reads = {
  businesses: ReadKeys<number, Business>;
  businessesInFull: ReadKeys<FirstPage, BusinessInFull>;
  documents: ReadKeys<number, RequestedDocument>;
  firstPages: ReadKeys<FirstPage, Participant>;
  firstPagesInFull: ReadKeys<FirstPage, ParticipantInFull>;
  /** Lists of participants that are not batched with other requests. */
  participantLists: ReadParticipants;
  /** Lists of businesses of an owner. */
  businessLists: ReadBusinesses;
  /** Questions and answers. */
  questionnaires: ReadQuestionnaires;
};

type ReadBusinesses = <Row extends { node: Business }>(
  serviceId: number,
  read: () => Promise<Row[]>,
  hold?: MemoryReservation,
) => Promise<Row[]>;

type ReadParticipants = <Row extends Participant | { node: Participant }>(
  serviceId: number,
  read: () => Promise<Row[]>,
  hold?: MemoryReservation,
) => Promise<Row[]>;

type QuestionnaireRow = StoredQuestion | StoredAnswer;

type ReadQuestionnaires = <Row extends QuestionnaireRow>(
  serviceId: number,
  read: () => Promise<Row[]>,
  hold?: MemoryReservation,
) => Promise<Row[]>;

const sharedReads = new WeakMap<Db, Reads>();

/**
 * Enables batching of the reads of this handle across requests. Transactions have handles of their own and are not
 * batched.
 */
export function shareReads(db: Db): void {
  share(db, readBusinessesInFull);
}

/**
 * Returns a handle on the same connections for the warm-up: every business that it reads in full is a fictitious one.
 */
export function createWarmUpHandle(db: Db): Db {
  const handle = db.withoutPlugins();
  share(handle, async (handleOfRead, request) => {
    await readBusinessesInFull(handleOfRead, request);
    return decodeBusinesses(request, buildSyntheticPages(request));
  });
  return handle;
}

function share(db: Db, readInFull: typeof readBusinessesInFull): void {
  const readWithPermit = createReadSemaphores();
  sharedReads.set(
    db,
    createReads(db, {
      create: createCoalescer,
      readInFull,
      participantLists: async (serviceId, read, hold) =>
        await readWithPermit(serviceId, read, {
          bytesOf: (row) => bytesOfParticipant('node' in row ? row.node : row),
          hold,
        }),
      businessLists: async (serviceId, read, hold) =>
        await readWithPermit(serviceId, read, { bytesOf: bytesOfBusiness, hold }),
      questionnaires: async (serviceId, read, hold) =>
        await readWithPermit(serviceId, read, { bytesOf: bytesOfQuestionnaireRow, hold }),
    }),
  );
}

/** Returns the reads of a handle: batched with other requests, or alone in a transaction. */
export function readsOf(db: Db): Reads {
  return (
    sharedReads.get(db) ??
    createReads(db, {
      create: readAlone,
      readInFull: readBusinessesInFull,
      participantLists: async (_serviceId, read) => await read(),
      businessLists: async (_serviceId, read) => await read(),
      questionnaires: async (_serviceId, read) => await read(),
    })
  );
}

type CreateRead = <Key, Row>(
  read: ReadService<Key, Row>,
  measures?: Measures<Key, Row>,
) => ReadKeys<Key, Row>;

type ReadImplementations = Pick<Reads, 'participantLists' | 'businessLists' | 'questionnaires'> & {
  create: CreateRead;
  readInFull: typeof readBusinessesInFull;
};

function createReads(db: Db, { create, readInFull, ...lists }: ReadImplementations): Reads {
  return {
    ...lists,
    businesses: create(async (request) => await readBusinesses(db, request)),
    businessesInFull: create(
      inParts(async (request) => await readInFull(db, request)),
      {
        placesOf: placesOfPage,
        bytesOf: ({ participants }) =>
          participants.reduce((sum, participant) => sum + bytesOfParticipant(participant), 0),
      },
    ),
    documents: create(async (request) => await readDocuments(db, request), {
      placesOf: () => 1,
      bytesOf: () => DOCUMENT_BYTES,
    }),
    firstPages: create(
      inParts(async (request) => await readFirstPages(db, request)),
      PARTICIPANT_MEASURES,
    ),
    firstPagesInFull: create(
      inParts(async (request) => await readFirstPagesInFull(db, request)),
      PARTICIPANT_MEASURES,
    ),
  };
}

/** Maximum number of participants in one statement: the longest page of businesses with usual pages of participants. */
export const PARTICIPANTS_MAX = 12_000;

function inParts<Row>(read: ReadService<FirstPage, Row>): ReadService<FirstPage, Row> {
  return readInParts(read, { sizeOf: ({ limit }) => limit ?? 0, sizeMax: PARTICIPANTS_MAX });
}

const PARTICIPANT_MEASURES = { placesOf: placesOfPage, bytesOf: bytesOfParticipant };

/** Length of a usual page. */
const PAGE_LENGTH = 101;

function placesOfPage({ limit }: FirstPage): number {
  return Math.max(1, (limit ?? 0) / PAGE_LENGTH);
}

/** Approximate size of a participant as JSON. Only roles can make it much larger. */
const PARTICIPANT_BYTES = 300;
const DOCUMENT_BYTES = 60;
const BUSINESS_BYTES = 500;
const QUESTIONNAIRE_ROW_BYTES = 150;

function bytesOfBusiness({ node }: { node: Business }): number {
  return BUSINESS_BYTES + (node.name?.length ?? 0);
}

function bytesOfQuestionnaireRow(row: QuestionnaireRow): number {
  const { length } = 'answer' in row ? row.answer : row.text;
  return QUESTIONNAIRE_ROW_BYTES + length;
}

function bytesOfParticipant(
  participant: Participant & { documents?: RequestedDocument[] | undefined },
): number {
  let bytes = PARTICIPANT_BYTES + (participant.documents?.length ?? 0) * DOCUMENT_BYTES;
  for (const role of participant.roles) bytes += role.length;
  return bytes;
}
