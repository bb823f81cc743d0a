import type DataLoader from 'dataloader';
import type { Business } from '../../domain/business.ts';
import type { DeletionReceipt } from '../../domain/completion.ts';
import type { RequestedDocument } from '../../domain/document.ts';
import type { FileRecord } from '../../domain/file.ts';
import type { Match } from '../../domain/match.ts';
import type { MatchResolution } from '../../domain/match-resolution.ts';
import type { FirstPage, Participant, ParticipantInFull } from '../../domain/participant.ts';
import type { IdentifierStarts } from '../../domain/personal-information.ts';
import type { Question } from '../../domain/questionnaire.ts';
import type { Db } from '../client.ts';
import type { BusinessInFull } from '../queries/business/participant-pages.ts';
import { listParticipantsByIds } from '../queries/business/participants.ts';
import { listIdentifierStarts } from '../queries/business/personal-information.ts';
import { type DataKeyRow, listDataKeys } from '../queries/files/data-keys.ts';
import { listFilesByIds } from '../queries/files/file-records.ts';
import { listQuestions } from '../queries/questionnaire/questionnaires.ts';
import { listReceiptsByIds } from '../queries/records/deletion-receipts.ts';
import { listMatchesOfParticipants, listResolutions } from '../queries/screening/matches.ts';
import { createLoader, type Schedule } from './create-loader.ts';
import { lazily } from './lazily.ts';
import { inGroups, inOrder, single } from './loader-order.ts';
import {
  type CountLoader,
  createCountLoader,
  createWindowLoader,
  type LoaderSource,
  type WindowLoader,
} from './participant-loaders.ts';
import { readsOf } from './reads.ts';

/** One set per request: a loader that outlives it serves another caller's rows. */
export type Loaders = {
  business: DataLoader<number, Business | undefined>;
  participant: DataLoader<number, Participant | undefined>;
  /** A business with its first page in full. */
  businessInFull: DataLoader<FirstPage, BusinessInFull | undefined, string>;
  /** The first pages of several businesses, read anew each time. */
  firstPages: (
    pages: readonly FirstPage[],
    withDocuments: boolean,
  ) => Promise<(Participant | ParticipantInFull)[][]>;
  participantWindow: WindowLoader;
  participantCount: CountLoader;
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

/** Makes one set; each loader when it is first asked for, since a request uses two or three. */
export function createLoaders(db: Db, serviceId: number, schedule?: Schedule): Loaders {
  return makeLoaders({ db, serviceId, schedule });
}

const makeLoaders = lazily<LoaderSource, Loaders>({
  business: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      (await readsOf(db).businesses(serviceId, ids)).map(single),
    ),
  participant: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(
        ids,
        await readsOf(db).participantLists(
          serviceId,
          async () => await listParticipantsByIds(db, serviceId, ids),
        ),
        (one) => one.id,
      ),
    ),
  businessInFull: ({ db, serviceId, schedule }) =>
    createLoader(
      schedule,
      async (pages) => (await readsOf(db).businessesInFull(serviceId, pages)).map(single),
      { cacheKeyFn: ({ businessId, limit }) => `${businessId}/${limit}` },
    ),
  firstPages:
    ({ db, serviceId }) =>
    async (pages, withDocuments) =>
      withDocuments
        ? await readsOf(db).firstPagesInFull(serviceId, pages)
        : await readsOf(db).firstPages(serviceId, pages),
  participantWindow: ({ db, serviceId, schedule }) =>
    createWindowLoader({ db, serviceId, schedule }),
  participantCount: ({ db, serviceId, schedule }) => createCountLoader({ db, serviceId, schedule }),
  documents: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => await readsOf(db).documents(serviceId, ids)),
  questions: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (keys) => {
      const questions = await listQuestions(db, serviceId, keys);
      return inGroups(keys, questions, (one) => one.templateKey);
    }),
  receipt: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(ids, await listReceiptsByIds(db, serviceId, ids), (one) => one.id),
    ),
  identifierStarts: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(ids, await listIdentifierStarts(db, serviceId, ids), (one) => one.participantId),
    ),
  matches: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => {
      const matches = await listMatchesOfParticipants(db, serviceId, ids);
      return inGroups(ids, matches, (one) => one.participantId);
    }),
  resolutions: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => {
      const resolutions = await listResolutions(db, serviceId, ids);
      return inGroups(ids, resolutions, (one) => one.matchId);
    }),
  file: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(ids, await listFilesByIds(db, serviceId, ids), (one) => one.id),
    ),
  dataKey: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(ids, await listDataKeys(db, serviceId, ids), (one) => one.businessId ?? 0),
    ),
});
