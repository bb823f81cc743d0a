import type DataLoader from 'dataloader';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import type { SocioeconomicTemplate } from '../../domain/socioeconomic/template/template.ts';
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
import type { LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';
import { orderByKeys } from './loader-order.ts';
import {
  createParticipantCountLoader,
  createParticipantListLoader,
  type ParticipantCountLoader,
  type ParticipantListLoader,
} from './participant-list-loaders.ts';

export type SocioeconomicLoaders = {
  socioeconomicReport: DataLoader<number, StoredReport | undefined>;
  /** Encrypted content of a report. */
  socioeconomicSealed: DataLoader<number, Buffer | undefined>;
  socioeconomicReportsOf: ParticipantListLoader<StoredReport>;
  socioeconomicReportCount: ParticipantCountLoader;
  socioeconomicTemplate: DataLoader<TemplateVersion, SocioeconomicTemplate | undefined, string>;
  consent: DataLoader<number, Consent | undefined>;
  consentsOf: ParticipantListLoader<Consent>;
  consentCount: ParticipantCountLoader;
};

type LoaderFactories = {
  [Name in keyof SocioeconomicLoaders]: (source: LoaderSource) => SocioeconomicLoaders[Name];
};

export const SOCIOECONOMIC_LOADERS: LoaderFactories = {
  socioeconomicReport: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listReportsByIds(db, serviceId, ids), (report) => report.id),
    ),
  socioeconomicSealed: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => {
      const rows = await listSealedByIds(db, serviceId, ids);
      return orderByKeys(ids, rows, (row) => row.id).map((row) => row?.sealed);
    }),
  socioeconomicReportsOf: createParticipantListLoader(listReportsOfParticipants),
  socioeconomicReportCount: createParticipantCountLoader(countReportsOfParticipants),
  socioeconomicTemplate: ({ db, serviceId, schedule }) =>
    createLoader(
      schedule,
      async (versions) => {
        const templates = await listTemplatesByVersion(db, serviceId, versions);
        return versions.map(({ key, version }) =>
          templates.find((template) => template.key === key && template.version === version),
        );
      },
      { cacheKeyFn: ({ key, version }) => `${key} ${version}` },
    ),
  consent: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listConsentsByIds(db, serviceId, ids), (consent) => consent.id),
    ),
  consentsOf: createParticipantListLoader(listConsentsOfParticipants),
  consentCount: createParticipantCountLoader(countConsentsOfParticipants),
};
