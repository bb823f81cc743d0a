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
import { createLoader } from './create-loader.ts';
import { inOrder } from './loader-order.ts';
import {
  createOwnCountLoader,
  createOwnListLoader,
  type OwnCountLoader,
  type OwnListLoader,
} from './own-list-loaders.ts';
import type { LoaderSource } from './part-loader.ts';

export type SocioeconomicLoaders = {
  socioeconomicReport: DataLoader<number, StoredReport | undefined>;
  /** Encrypted content of a report. */
  socioeconomicSealed: DataLoader<number, Buffer | undefined>;
  socioeconomicReportsOf: OwnListLoader<StoredReport>;
  socioeconomicReportCount: OwnCountLoader;
  socioeconomicTemplate: DataLoader<TemplateVersion, SocioeconomicTemplate | undefined, string>;
  consent: DataLoader<number, Consent | undefined>;
  consentsOf: OwnListLoader<Consent>;
  consentCount: OwnCountLoader;
};

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
  socioeconomicReportsOf: createOwnListLoader(listReportsOfParticipants),
  socioeconomicReportCount: createOwnCountLoader(countReportsOfParticipants),
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
  consentsOf: createOwnListLoader(listConsentsOfParticipants),
  consentCount: createOwnCountLoader(countConsentsOfParticipants),
};
