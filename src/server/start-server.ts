import { createServiceBudgets } from '../adapters/budgets/service-budgets.ts';
import { createFileVault } from '../adapters/files/file-vault.ts';
import { createWebhookSender } from '../adapters/webhooks/webhook-sender.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { createCallerWatch } from '../auth/caller-watch.ts';
import { createTokenIssuer } from '../auth/tokens.ts';
import { createTrustedDocuments } from '../auth/trusted-documents.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import { shareReads } from '../db/loaders/reads.ts';
import { createSharedLoaders } from '../db/loaders/shared-loaders.ts';
import { createProbe } from '../db/probe.ts';
import { addPoints } from '../db/queries/access/rate-limits.ts';
import { createRowRoom } from '../db/statements/row-room.ts';
import { createEventFeed } from '../events/feed.ts';
import { createReaders } from '../extraction/readers.ts';
import { createStreamSender } from '../http/stream.ts';
import { createUnreadAnswers } from '../http/unread.ts';
import { createWholeSender } from '../http/whole-answers.ts';
import { startWork } from '../jobs/start-work.ts';
import type { Worker } from '../jobs/worker.ts';
import type { Logger } from '../log.ts';
import { createApp } from './app.ts';
import { createHttpServer } from './listen.ts';
import { createPages } from './pages.ts';

export type ServerParts = {
  config: Config;
  db: Db;
  log: Logger;
  /** Headers that GraphiQL is filled in with, made anew for each page; undefined outside demo mode. */
  demoHeaders?: () => Promise<Record<string, string>>;
};

export type RunningServer = {
  /** Where it listens, e.g. http://127.0.0.1:4000. */
  url: string;
  /** Refuses readiness at once, waits for requests under way, then closes; at most `shutdownTimeoutMs`. */
  close(): Promise<void>;
};

/** Starts to listen; rejects with the system's error where the address cannot be had. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, db, log } = parts;
  if (config.database.coalescedReads) shareReads(db);
  const tokens = await createTokenIssuer({ db, options: config.token });
  const authenticator = createAuthenticator({ db, tokens });
  let isDraining = false;
  const isDatabaseThere = createProbe(db);
  const isReady = async (): Promise<boolean> => !isDraining && (await isDatabaseThere());
  const pages = createPages({ tokens, isReady, demoHeaders: parts.demoHeaders });
  const budgets = createServiceBudgets(config.budgets, {
    addPoints: async (claim) => await addPoints(db, claim),
    onFault: (error) => log.warn({ err: error }, 'a budget is counted in this process alone'),
  });
  const live = startLive(parts);
  const files = await prepareFiles(parts);
  const webhooks = createWebhookSender(config.webhooks);
  const answers = createUnreadAnswers(config.answers);
  const rowRoom = createRowRoom({
    bytesPerServiceMax: ROWS_BYTES_MAX,
    waitMs: config.heavy.waitMs,
  });
  const streams = createStreamSender({
    streamStallMs: config.events.stallMs,
    file: config.answers,
    answers,
  });
  const sendWhole = createWholeSender(answers, config.answers);
  const trustedDocuments = createTrustedDocuments({ db });
  let worker: Worker | undefined;
  const wakeWorker = (): void => worker?.wake();
  const callers = { tokens, authenticator, budgets, trustedDocuments };
  const kept = { files, readers: files.readers, webhooks };
  const sources = { config, db, ...callers, ...kept, answers, rowRoom, wakeWorker, live };
  const app = createApp({ ...sources, streams, sendWhole, log, pages });
  const server = createHttpServer(config, app);
  const url = await server.listen();
  files.start();
  const tools = { db, log, vault: files.vault, readers: files.readers, webhooks };
  if (config.worker.isOn)
    worker = startWork({ tools, options: config.worker, webhookJobsMax: webhooks.jobsMax });
  return {
    url,
    close: async () => {
      isDraining = true;
      streams.endAll();
      await Promise.all([live.close(), server.drain(), worker?.stop()]);
      files.stop();
    },
  };
}

/** Large rows that one service may hold: three lists of the longest roles. */
const ROWS_BYTES_MAX = 24 * 1024 * 1024;

/** What runs beside the requests: the events for those who subscribe, and the watch over their callers. */
function startLive({ config, db, log }: ServerParts) {
  const onFault = (error: unknown): void => log.error({ err: error }, 'the events failed');
  const feed = createEventFeed({ db, options: config.events, onFault });
  const watch = createCallerWatch(db, onFault);
  return {
    feed,
    watch,
    loadersOf: createSharedLoaders(db),
    close: async (): Promise<void> => {
      await Promise.all([feed.close(), watch.stop()]);
    },
  };
}

/**
 * What keeps the bytes of files, and, once it is started, deletes what broken uploads have left on this machine's own
 * disk: no job, which another machine might do.
 */
async function prepareFiles({ config, log }: ServerParts) {
  const onFault = (error: unknown): void => log.error({ err: error }, 'a file was not scanned');
  const vault = await createFileVault({ options: config.files, onFault });
  const readers = createReaders();
  let timer: NodeJS.Timeout | undefined;
  const sweepIncoming = (): void =>
    void vault
      .sweepIncoming()
      .catch((error: unknown) => log.error({ err: error }, 'broken uploads were not swept'));
  return {
    vault,
    readers,
    start: (): void => {
      sweepIncoming();
      timer = setInterval(sweepIncoming, SWEEP_INCOMING_MS).unref();
    },
    stop: (): void => {
      clearInterval(timer);
      vault.close();
      readers.stop();
    },
  };
}

const SWEEP_INCOMING_MS = 3_600_000;
