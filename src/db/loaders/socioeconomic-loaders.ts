import type DataLoader from 'dataloader';
import type { TimePlace } from '../../domain/newest-first.ts';
import type { Listed, Window } from '../../domain/page.ts';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import type { SocioeconomicTemplate } from '../../domain/socioeconomic/template.ts';
import {
  countConsentsOfParticipants,
  listConsentsByIds,
  listConsentsOfParticipants,
} from '../queries/socioeconomic/consents.ts';
import {
  countReportsOfParticipants,
  listReportsByIds,
  listReportsOfParticipants,
  listSealedByIds,
} from '../queries/socioeconomic/reports.ts';
import {
  listTemplatesByVersion,
  type TemplateVersion,
} from '../queries/socioeconomic/templates.ts';
import { createLoader } from './create-loader.ts';
import { inGroups, inOrder } from './loader-order.ts';
import { createPartLoader, type LoaderSource, type PartLoader } from './part-loader.ts';

type OwnList<Node> = PartLoader<Window<TimePlace>, Listed<Node, TimePlace>[]>;

export type SocioeconomicLoaders = {
  socioeconomicReport: DataLoader<number, StoredReport | undefined>;
  /** What a report says, as it is stored. */
  socioeconomicSealed: DataLoader<number, Buffer | undefined>;
  /** By participant: a window on its reports, the newest first, and how many they are, counted up to 10,000. */
  socioeconomicReportsOf: OwnList<StoredReport>;
  socioeconomicReportCount: DataLoader<number, number>;
  socioeconomicTemplate: DataLoader<TemplateVersion, SocioeconomicTemplate | undefined, string>;
  consent: DataLoader<number, Consent | undefined>;
  /** By participant, as its reports. */
  consentsOf: OwnList<Consent>;
  consentCount: DataLoader<number, number>;
};

const COUNTED_MAX = 10_000;

type Makers = {
  [Name in keyof SocioeconomicLoaders]: (source: LoaderSource) => SocioeconomicLoaders[Name];
};

export const SOCIOECONOMIC_LOADERS: Makers = {
  socioeconomicReport: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(ids, await listReportsByIds(db, serviceId, ids), (one) => one.id),
    ),
  socioeconomicSealed: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => {
      const rows = await listSealedByIds(db, serviceId, ids);
      return inOrder(ids, rows, (one) => one.id).map((row) => row?.sealed);
    }),
  socioeconomicReportsOf: ({ db, serviceId, schedule }) =>
    createPartLoader(schedule, async (participantIds, window) => {
      const rows = await listReportsOfParticipants(db, { serviceId, participantIds }, window);
      return inGroups(participantIds, rows, ({ node }) => node.participantId);
    }),
  socioeconomicReportCount: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (participantIds) => {
      const of = { serviceId, participantIds };
      const rows = await countReportsOfParticipants(db, of, COUNTED_MAX);
      return inOrder(participantIds, rows, (row) => row.participantId).map(
        (row) => row?.count ?? 0,
      );
    }),
  socioeconomicTemplate: ({ db, serviceId, schedule }) =>
    createLoader(
      schedule,
      async (wanted) => {
        const found = await listTemplatesByVersion(db, serviceId, wanted);
        return wanted.map(({ key, version }) =>
          found.find((one) => one.key === key && one.version === version),
        );
      },
      { cacheKeyFn: ({ key, version }) => `${key} ${version}` },
    ),
  consent: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      inOrder(ids, await listConsentsByIds(db, serviceId, ids), (one) => one.id),
    ),
  consentsOf: ({ db, serviceId, schedule }) =>
    createPartLoader(schedule, async (participantIds, window) => {
      const rows = await listConsentsOfParticipants(db, { serviceId, participantIds }, window);
      return inGroups(participantIds, rows, ({ node }) => node.participantId);
    }),
  consentCount: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (participantIds) => {
      const of = { serviceId, participantIds };
      const rows = await countConsentsOfParticipants(db, of, COUNTED_MAX);
      return inOrder(participantIds, rows, (row) => row.participantId).map(
        (row) => row?.count ?? 0,
      );
    }),
};
