import { join } from 'node:path';
import type { Environment } from './environment.ts';

export type FileOptions = {
  /** Directory for files on this machine or a mounted file system. Not used with `s3`. */
  folder: string;
  s3: S3Options | undefined;
  /** Master keys in base64, current key first, as an alternative to a key file. */
  masterKeys: string | undefined;
  masterKeyFile: string | undefined;
  /** True to create a missing key file. Only with the embedded database, in its data directory. */
  createsMasterKey: boolean;
  bytesMax: number;
  /** Maximum number of concurrent uploads of one process. */
  uploadsMax: number;
  /** Socket of the malware scanner (clamd). Undefined when files are not scanned. */
  clamdSocket: string | undefined;
  /** Treatment of a file without a scan result: `required` rejects it. */
  scan: 'required' | 'optional';
};

export type S3Options = {
  bucket: string;
  /** Undefined for the endpoint of Amazon. */
  endpoint: string | undefined;
  region: string;
  /** Undefined for the default credentials of the AWS SDK. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** True when the bucket is in the path instead of the host name, as most servers except Amazon's require. */
  usesPathStyle: boolean;
};

/** Returns the options for files. */
export function toFileOptions(values: Environment): FileOptions {
  const { DATABASE_URL, DATA_DIR, FILES_DIR, FILE_MASTER_KEYS, FILE_MASTER_KEY_FILE } = values;
  const isEmbedded = DATABASE_URL === undefined;
  const ownKeyFile = isEmbedded ? join(DATA_DIR, 'file-master-keys') : undefined;
  return {
    folder: FILES_DIR ?? join(DATA_DIR, 'files'),
    s3: toS3Options(values),
    masterKeys: FILE_MASTER_KEYS,
    masterKeyFile: FILE_MASTER_KEY_FILE ?? ownKeyFile,
    createsMasterKey: isEmbedded && FILE_MASTER_KEY_FILE === undefined,
    bytesMax: values.FILE_BYTES_MAX,
    uploadsMax: values.FILE_UPLOADS_MAX,
    clamdSocket: values.CLAMD_SOCKET,
    scan: values.FILE_SCAN ?? 'required',
  };
}

function toS3Options(values: Environment): S3Options | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (values.S3_BUCKET === undefined) return undefined;
  const hasCredentials = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    credentials: hasCredentials ? { accessKeyId, secretAccessKey } : undefined,
    usesPathStyle: values.S3_PATH_STYLE === 'on',
  };
}
