import type { Business } from '../../domain/business/business.ts';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
} from '../../domain/business/participant.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import { createCoalescer, createUnbatchedReader } from '../batching/coalesce.ts';
import type { Measures } from '../batching/large-rows-queues.ts';
import type { ReadKeys, ReadService } from '../batching/read-keys.ts';
import { createReadSemaphores } from '../batching/read-semaphores.ts';
import { splitReads } from '../batching/split-reads.ts';
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
  /** Runs a read of participants that is not batched with other requests. */
  participantLists: ReadParticipants;
  /** Runs a read of the businesses of users. */
  businessLists: ReadBusinesses;
  /** Runs a read of questions or answers. */
  questionnaires: ReadQuestionnaires;
};

type ReadBusinesses = <Row extends { node: Business }>(
  serviceId: number,
  read: () => Promise<Row[]>,
  reservation?: MemoryReservation,
) => Promise<Row[]>;

type ReadParticipants = <Row extends Participant | { node: Participant }>(
  serviceId: number,
  read: () => Promise<Row[]>,
  reservation?: MemoryReservation,
) => Promise<Row[]>;

type QuestionnaireRow = StoredQuestion | StoredAnswer;

type ReadQuestionnaires = <Row extends QuestionnaireRow>(
  serviceId: number,
  read: () => Promise<Row[]>,
  reservation?: MemoryReservation,
) => Promise<Row[]>;

const sharedReads = new WeakMap<Db, Reads>();

/**
 * Enables batching across requests for the reads of this handle. Transactions have other handles, whose reads are not
 * batched.
 */
export function shareReads(db: Db): void {
  registerReads(db, readBusinessesInFull);
}

/**
 * Returns a handle on the same connections for the warm-up. It reads businesses in full as requests do, but returns
 * fictitious rows, so that the decoders are compiled even when the database is empty.
 */
export function createWarmUpHandle(db: Db): Db {
  const handle = db.withoutPlugins();
  registerReads(handle, async (handleOfRead, request) => {
    await readBusinessesInFull(handleOfRead, request);
    return decodeBusinesses(request, buildSyntheticPages(request));
  });
  return handle;
}

function registerReads(db: Db, readInFull: typeof readBusinessesInFull): void {
  const readWithPermit = createReadSemaphores();
  sharedReads.set(
    db,
    createReads(db, {
      create: createCoalescer,
      readInFull,
      participantLists: async (serviceId, read, reservation) =>
        await readWithPermit(serviceId, read, {
          bytesOf: (row) => bytesOfParticipant('node' in row ? row.node : row),
          reservation,
        }),
      businessLists: async (serviceId, read, reservation) =>
        await readWithPermit(serviceId, read, { bytesOf: bytesOfBusiness, reservation }),
      questionnaires: async (serviceId, read, reservation) =>
        await readWithPermit(serviceId, read, { bytesOf: bytesOfQuestionnaireRow, reservation }),
    }),
  );
}

/** Returns the reads of a handle: batched with other requests when `shareReads` enabled it, otherwise unbatched. */
export function getReads(db: Db): Reads {
  return (
    sharedReads.get(db) ??
    createReads(db, {
      create: createUnbatchedReader,
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
      splitPages(async (request) => await readInFull(db, request)),
      {
        getWeight: weighPage,
        bytesOf: ({ participants }) =>
          participants.reduce((sum, participant) => sum + bytesOfParticipant(participant), 0),
      },
    ),
    documents: create(async (request) => await readDocuments(db, request), {
      getWeight: () => 1,
      bytesOf: () => DOCUMENT_BYTES,
    }),
    firstPages: create(
      splitPages(async (request) => await readFirstPages(db, request)),
      PARTICIPANT_MEASURES,
    ),
    firstPagesInFull: create(
      splitPages(async (request) => await readFirstPagesInFull(db, request)),
      PARTICIPANT_MEASURES,
    ),
  };
}

/**
 * Maximum number of participants in one statement: the longest page of businesses with common pages of participants.
 */
export const PARTICIPANTS_MAX = 12_000;

function splitPages<Row>(read: ReadService<FirstPage, Row>): ReadService<FirstPage, Row> {
  return splitReads(read, { sizeOf: ({ limit }) => limit ?? 0, sizeMax: PARTICIPANTS_MAX });
}

const PARTICIPANT_MEASURES = { getWeight: weighPage, bytesOf: bytesOfParticipant };

/** Length of a common page: one participant above 100, to detect a further page. */
const PAGE_LENGTH = 101;

function weighPage({ limit }: FirstPage): number {
  return Math.max(1, (limit ?? 0) / PAGE_LENGTH);
}

/** Approximate size of a participant as JSON. Only roles can make it much larger. */
const PARTICIPANT_BYTES = 300;
/** Approximate sizes of other rows as JSON, without their texts of variable length. */
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
