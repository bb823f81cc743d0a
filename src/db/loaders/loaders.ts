import type DataLoader from 'dataloader';
import type { ServiceUser } from '../../domain/access/service-user.ts';
import type { Business, ResponsibleUser } from '../../domain/business/business.ts';
import type { DeletionReceipt } from '../../domain/business/completion.ts';
import type {
  FirstPage,
  Participant,
  ParticipantInFull,
} from '../../domain/business/participant.ts';
import type { IdentifierPrefixes } from '../../domain/business/personal-information.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import type { Question } from '../../domain/questionnaire/questionnaire.ts';
import type { Db } from '../client.ts';
import { listUsersByIds } from '../queries/access/users.ts';
import type { BusinessInFull } from '../queries/business/business-in-full.ts';
import { listResponsibleUsers } from '../queries/business/responsible-users.ts';
import { listParticipantsByIds } from '../queries/participants/participants.ts';
import { listIdentifierPrefixes } from '../queries/participants/personal-information.ts';
import { listQuestions } from '../queries/questionnaire/questionnaires.ts';
import { listReceiptsByIds } from '../queries/records/deletion-receipts.ts';
import type { LoaderSource } from './argument-loader.ts';
import { createLazily } from './create-lazily.ts';
import { createLoader } from './create-loader.ts';
import {
  type AppliedFieldsLoader,
  createAppliedFieldsLoader,
  createExtractionLoader,
  createExtractionsOfFileLoader,
  type ExtractionLoader,
  type ExtractionsOfFileLoader,
} from './extraction-loaders.ts';
import { FILE_LOADERS, type FileLoaders } from './file-loaders.ts';
import { createListedRfcLoader, type ListedRfcLoader } from './listed-rfc-loader.ts';
import { getOnlyRow, groupByKeys, orderByKeys } from './loader-order.ts';
import {
  type CountLoader,
  createCountLoader,
  createServiceListReader,
  createWindowLoader,
  type ReadServiceList,
  type WindowLoader,
} from './participant-loaders.ts';
import { getReads } from './reads.ts';
import {
  type BusinessCountOfUserLoader,
  type BusinessesOfUserLoader,
  createBusinessCountOfUserLoader,
  createBusinessesOfUserLoader,
} from './responsible-loaders.ts';
import {
  createDecisionTextsLoader,
  createFindingsLoader,
  createMatchesLoader,
  createResolutionsLoader,
  createScreeningCountLoader,
  createScreeningLoader,
  createScreeningMatchesLoader,
  createScreeningsOfLoader,
  type DecisionTextsLoader,
  type FindingsLoader,
  type MatchesLoader,
  type ResolutionsLoader,
  type ScreeningCountLoader,
  type ScreeningLoader,
  type ScreeningMatchesLoader,
  type ScreeningsOfLoader,
} from './screening-loaders.ts';
import { SOCIOECONOMIC_LOADERS, type SocioeconomicLoaders } from './socioeconomic-loaders.ts';

/** Loaders of one request. They cache rows without checking the caller, so they must not be used by another request. */
export type Loaders = FileLoaders &
  SocioeconomicLoaders & {
    business: DataLoader<number, Business | undefined>;
    participant: DataLoader<number, Participant | undefined>;
    /** Business with its first page of participants and their documents. */
    businessInFull: DataLoader<FirstPage, BusinessInFull | undefined, string>;
    /** Reads the first pages of several businesses, without caching. */
    firstPages: (
      pages: readonly FirstPage[],
      withDocuments: boolean,
    ) => Promise<(Participant | ParticipantInFull)[][]>;
    participantWindow: WindowLoader;
    participantCount: CountLoader;
    serviceParticipants: ReadServiceList;
    documents: DataLoader<number, RequestedDocument[]>;
    questions: DataLoader<string, Question[]>;
    receipt: DataLoader<number, DeletionReceipt | undefined>;
    identifierPrefixes: DataLoader<number, IdentifierPrefixes | undefined>;
    matches: MatchesLoader;
    resolutions: ResolutionsLoader;
    decisionTexts: DecisionTextsLoader;
    findings: FindingsLoader;
    screening: ScreeningLoader;
    screeningMatches: ScreeningMatchesLoader;
    screeningsOf: ScreeningsOfLoader;
    screeningCount: ScreeningCountLoader;
    user: DataLoader<number, ServiceUser | undefined>;
    responsibleUser: DataLoader<number, ResponsibleUser | undefined>;
    businessesOfUser: BusinessesOfUserLoader;
    businessCountOfUser: BusinessCountOfUserLoader;
    listedRfc: ListedRfcLoader;
    /** Origin of the members of a participant's personal information. */
    appliedFields: AppliedFieldsLoader;
    extraction: ExtractionLoader;
    extractionsOfFile: ExtractionsOfFileLoader;
  };

/** Creates the loaders of a request. Each loader is created on first use, since a request uses two or three. */
export function createLoaders(
  db: Db,
  serviceId: number,
  { schedule, reservation }: Partial<Pick<LoaderSource, 'schedule' | 'reservation'>> = {},
): Loaders {
  return createLazyLoaders({ db, serviceId, schedule, reservation });
}

const createLazyLoaders = createLazily<LoaderSource, Loaders>({
  business: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      (await getReads(db).businesses(serviceId, ids)).map(getOnlyRow),
    ),
  participant: ({ db, serviceId, schedule, reservation }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(
        ids,
        await getReads(db).participantLists(
          serviceId,
          async () => await listParticipantsByIds(db, serviceId, ids),
          reservation,
        ),
        (participant) => participant.id,
      ),
    ),
  businessInFull: ({ db, serviceId, schedule, reservation }) =>
    createLoader(
      schedule,
      async (pages) =>
        (await getReads(db).businessesInFull(serviceId, pages, reservation)).map(getOnlyRow),
      { cacheKeyFn: ({ businessId, limit }) => `${businessId}/${limit}` },
    ),
  firstPages:
    ({ db, serviceId, reservation }) =>
    async (pages, withDocuments) =>
      withDocuments
        ? await getReads(db).firstPagesInFull(serviceId, pages, reservation)
        : await getReads(db).firstPages(serviceId, pages, reservation),
  participantWindow: createWindowLoader,
  participantCount: createCountLoader,
  serviceParticipants: createServiceListReader,
  documents: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => await getReads(db).documents(serviceId, ids)),
  questions: ({ db, serviceId, schedule, reservation }) =>
    createLoader(schedule, async (keys) => {
      const read = async () => await listQuestions(db, serviceId, keys);
      const questions = await getReads(db).questionnaires(serviceId, read, reservation);
      return groupByKeys(keys, questions, (question) => question.templateKey);
    }),
  receipt: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listReceiptsByIds(db, serviceId, ids), (receipt) => receipt.id),
    ),
  identifierPrefixes: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(
        ids,
        await listIdentifierPrefixes(db, serviceId, ids),
        (row) => row.participantId,
      ),
    ),
  matches: createMatchesLoader,
  resolutions: createResolutionsLoader,
  decisionTexts: createDecisionTextsLoader,
  findings: createFindingsLoader,
  screening: createScreeningLoader,
  screeningMatches: createScreeningMatchesLoader,
  screeningsOf: createScreeningsOfLoader,
  screeningCount: createScreeningCountLoader,
  responsibleUser: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listResponsibleUsers(db, serviceId, ids), (user) => user.id),
    ),
  businessesOfUser: createBusinessesOfUserLoader,
  businessCountOfUser: createBusinessCountOfUserLoader,
  user: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listUsersByIds(db, serviceId, ids), (user) => user.id),
    ),
  listedRfc: createListedRfcLoader,
  appliedFields: createAppliedFieldsLoader,
  extraction: createExtractionLoader,
  extractionsOfFile: createExtractionsOfFileLoader,
  ...FILE_LOADERS,
  ...SOCIOECONOMIC_LOADERS,
});
