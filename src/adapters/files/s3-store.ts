import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Options } from '../../config/file-options.ts';
import { BlobMissing, type BlobStore } from './blob-store.ts';
import { makePrivateFolder } from './private-folder.ts';

const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than a client of a download may take nothing. */
const IDLE_TIMEOUT_MS = 60_000;

/** A bucket of Amazon S3, or of anything that speaks its protocol. */
export function createS3Store(options: S3Options): BlobStore {
  const { bucket } = options;
  const client = createClient(options);
  const incoming = join(tmpdir(), `participant-gateway-incoming-${process.getuid?.() ?? 0}`);
  return {
    incoming,
    makeIncoming: async () => await makePrivateFolder(incoming),
    put: async (key, path, byteCount) => {
      const body = createReadStream(path);
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentLength: byteCount }),
      );
    },
    read: async (key, { first, last }) => {
      const range = `bytes=${first}-${last}`;
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: range });
      const { Body } = await client.send(command).catch((cause: unknown) => {
        throw cause instanceof NoSuchKey ? new BlobMissing('No such blob.', { cause }) : cause;
      });
      if (Body === undefined) throw new Error('The bucket answered an object without a body.');
      return Body.transformToWebStream();
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    close: () => client.destroy(),
  };
}

/** What goes wrong is thrown, and logged with its request; the client would write to the console besides. */
const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function createClient({ endpoint, region, credentials, usesPathStyle }: S3Options): S3Client {
  return new S3Client({
    region,
    forcePathStyle: usesPathStyle,
    maxAttempts: ATTEMPTS_MAX,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      // Its request time-out would only warn, and one of the whole is no bound for a large file on a slow line.
      socketTimeout: IDLE_TIMEOUT_MS,
    },
    // Every frame carries its own authentication, and not every bucket that is not Amazon's knows these sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
}
