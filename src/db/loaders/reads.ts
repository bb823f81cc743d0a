import type { Business } from '../../domain/business.ts';
import type { RequestedDocument } from '../../domain/document.ts';
import type { FirstPage, Participant, ParticipantInFull } from '../../domain/participant.ts';
import type { Db } from '../client.ts';
import { readBusinesses } from '../queries/business/businesses.ts';
import { readDocuments } from '../queries/business/documents.ts';
import {
  type BusinessInFull,
  readBusinessesInFull,
  readFirstPages,
  readFirstPagesInFull,
} from '../queries/business/participant-pages.ts';
import {
  createCoalescer,
  type ReadKeys,
  type ReadPairs,
  readAlone,
} from '../statements/coalesce.ts';

/** What many requests read at the same time, by id. */
export type Reads = {
  businesses: ReadKeys<number, Business>;
  businessesInFull: ReadKeys<FirstPage, BusinessInFull>;
  documents: ReadKeys<number, RequestedDocument>;
  firstPages: ReadKeys<FirstPage, Participant>;
  firstPagesInFull: ReadKeys<FirstPage, ParticipantInFull>;
};

const shared = new WeakMap<Db, Reads>();

/** From now on what reads through this handle is read together; never what a transaction reads, whose handle is another. */
export function shareReads(db: Db): void {
  shared.set(db, createReads(db, createCoalescer));
}

/** How the handle reads: together with others, or in a transaction by itself. */
export function readsOf(db: Db): Reads {
  return shared.get(db) ?? createReads(db, readAlone);
}

type CreateRead = <Key, Row>(read: ReadPairs<Key, Row>) => ReadKeys<Key, Row>;

function createReads(db: Db, create: CreateRead): Reads {
  return {
    businesses: create(async (pairs) => await readBusinesses(db, pairs)),
    businessesInFull: create(async (pairs) => await readBusinessesInFull(db, pairs)),
    documents: create(async (pairs) => await readDocuments(db, pairs)),
    firstPages: create(async (pairs) => await readFirstPages(db, pairs)),
    firstPagesInFull: create(async (pairs) => await readFirstPagesInFull(db, pairs)),
  };
}
