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
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { createPrivateFolder } from './private-folder.ts';

/** Maximum number of attempts of a request to the store, and the time to connect to it. */
const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 5_000;
/** Exceeds the send timeout of a download to a slow client. */
const IDLE_TIMEOUT_MS = 60_000;

/** Creates a store in a bucket of Amazon S3 or a compatible service. */
export function createS3Store(options: S3Options): BlobStore {
  const { bucket } = options;
  const client = createClient(options);
  const incoming = join(tmpdir(), `participant-gateway-incoming-${process.getuid?.() ?? 0}`);
  return {
    incoming,
    makeIncoming: async () => await createPrivateFolder(incoming),
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
        throw cause instanceof NoSuchKey ? new BlobMissingError('No such blob.', { cause }) : cause;
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

/** Disables the console output of the client. Errors are thrown and logged with the request. */
const SILENT_LOGGER = {
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
    logger: SILENT_LOGGER,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      // The request timeout of the client only warns, and a total timeout does not suit large files on slow
      // connections.
      socketTimeout: IDLE_TIMEOUT_MS,
    },
    // Frames are authenticated by their encryption, and some compatible services do not support these checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
}
