import { createHash } from 'node:crypto';
import type { FileVault } from '../../adapters/files/file-vault.ts';
import type { Db } from '../../db/client.ts';
import {
  countStoredFiles,
  hasStoredBytes,
  listStoredFiles,
  type StoredFile,
  type StoredFileKey,
} from '../../db/queries/files/stored-files.ts';
import { AppError, DecryptionError } from '../../errors.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { decryptFileKey } from './data-key.ts';

/**
 * Fault of a file. `missing`: the store has no bytes. `altered`: the bytes differ from those received. `locked`: its
 * key cannot be decrypted or is not available.
 */
export type FileFault = StoredFileKey & { kind: 'missing' | 'altered' | 'locked' };

export type VerifyFilesInput = {
  /** Name of the service; when omitted, all services. */
  service: string | undefined;
  onFault: (fault: FileFault) => void;
  /** Receives the fraction of files that are verified, from 0 to 1. */
  onProgress: (fraction: number, file: StoredFileKey) => void;
};

/** Result of the verification. `bytes` is the size of the files without a fault. */
export type FilesReport = { files: number; bytes: number; faults: number };

type Vault = Pick<FileVault, 'read' | 'unwrapKey' | 'unseal'>;

const PAGE_SIZE = 500;
const START = { serviceId: 0, id: 0 };

/**
 * Reads every file, one after the other, and compares it with its stored SHA-256. A file that is deleted in the
 * meantime is not a fault. Throws OperatorError for an unknown service, and any error of the store.
 */
export async function verifyFiles(
  db: Db,
  vault: Vault,
  { service, onFault, onProgress }: VerifyFilesInput,
): Promise<FilesReport> {
  const serviceId = service === undefined ? undefined : await getServiceId(db, service);
  const total = await countStoredFiles(db, serviceId);
  const report: FilesReport = { files: 0, bytes: 0, faults: 0 };
  let position: StoredFileKey = START;
  for (;;) {
    const page = await listStoredFiles(db, position, { limit: PAGE_SIZE, serviceId });
    for (const file of page) {
      const kind = await findFault(vault, file);
      if (kind !== undefined && (await hasStoredBytes(db, file))) {
        report.faults += 1;
        onFault({ serviceId: file.serviceId, id: file.id, kind });
      }
      report.files += 1;
      report.bytes += kind === undefined ? file.byteCount : 0;
      onProgress(Math.min(1, report.files / Math.max(1, total)), file);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return report;
    position = last;
  }
}

async function findFault(vault: Vault, file: StoredFile): Promise<FileFault['kind'] | undefined> {
  const key = await findStoredFileKey(vault, file);
  if (key === undefined) return 'locked';
  const { serviceId, storageKey, byteCount: size, sha256 } = file;
  const digest = createHash('sha256');
  try {
    const blob = { serviceId, storageKey, key, size };
    await using bytes = await vault.read(blob, { first: 0, last: size - 1 });
    if (bytes === undefined) return 'missing';
    for await (const part of bytes) digest.update(part);
  } catch (error) {
    if (error instanceof DecryptionError) return 'altered';
    throw error;
  }
  return digest.digest().equals(sha256) ? undefined : 'altered';
}

async function findStoredFileKey(vault: Vault, file: StoredFile): Promise<Buffer | undefined> {
  const { serviceId, businessId, sealedKey, masterKeyId, wrappedKey } = file;
  if (masterKeyId === null || wrappedKey === null) return undefined;
  try {
    const wrapped = { masterKeyId, wrappedKey };
    const dataKey = await vault.unwrapKey(wrapped, { serviceId, businessId });
    return decryptFileKey(vault, { serviceId, dataKey, sealedKey });
  } catch (error) {
    if (error instanceof AppError || error instanceof DecryptionError) return undefined;
    throw error;
  }
}
