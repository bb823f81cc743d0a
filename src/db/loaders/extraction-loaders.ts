import type DataLoader from 'dataloader';
import { type AppliedField, listAppliedFields } from '../queries/extractions/applied-fields.ts';
import {
  type ExtractionHead,
  listExtractionsByIds,
  listExtractionsOfFiles,
} from '../queries/extractions/extractions.ts';
import type { LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';

/** Loader of applied fields by participant id. */
export type AppliedFieldsLoader = DataLoader<number, AppliedField[]>;
export type ExtractionLoader = DataLoader<number, ExtractionHead | undefined>;
export type ExtractionsOfFileLoader = DataLoader<number, ExtractionHead[]>;

export function createAppliedFieldsLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): AppliedFieldsLoader {
  return createLoader(schedule, async (ids) =>
    groupByKeys(ids, await listAppliedFields(db, serviceId, ids), (field) => field.participantId),
  );
}

export function createExtractionLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): ExtractionLoader {
  return createLoader(schedule, async (ids) =>
    orderByKeys(ids, await listExtractionsByIds(db, serviceId, ids), (extraction) => extraction.id),
  );
}

export function createExtractionsOfFileLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): ExtractionsOfFileLoader {
  return createLoader(schedule, async (ids) =>
    groupByKeys(
      ids,
      await listExtractionsOfFiles(db, serviceId, ids),
      (extraction) => extraction.fileId,
    ),
  );
}
