import type DataLoader from 'dataloader';
import type { RequestedDocument } from '../../domain/files/document.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { type DataKeyRow, listDataKeys } from '../queries/files/data-keys.ts';
import { listDocumentsOfFiles } from '../queries/files/file-lists.ts';
import { listFilesByIds } from '../queries/files/file-records.ts';
import type { LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';

export type FileLoaders = {
  file: DataLoader<number, FileRecord | undefined>;
  documentsOfFile: DataLoader<number, RequestedDocument[]>;
  /** Keyed by business id; 0 stands for files of no business. */
  dataKey: DataLoader<number, DataKeyRow | undefined>;
};

type Create<Key extends keyof FileLoaders> = (source: LoaderSource) => FileLoaders[Key];

/** Factories of the loaders of files, of documents that refer to files, and of the data keys that encrypt files. */
export const FILE_LOADERS: { [Key in keyof FileLoaders]: Create<Key> } = {
  file: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listFilesByIds(db, serviceId, ids), (file) => file.id),
    ),
  documentsOfFile: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) => {
      const documents = await listDocumentsOfFiles(db, serviceId, ids);
      return groupByKeys(ids, documents, (document) => document.downloadId);
    }),
  dataKey: ({ db, serviceId, schedule }) =>
    createLoader(schedule, async (ids) =>
      orderByKeys(ids, await listDataKeys(db, serviceId, ids), (key) => key.businessId ?? 0),
    ),
};
