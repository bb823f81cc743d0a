import {
  createServiceRateLimiters,
  listRateLimitCounters,
  type ServiceRateLimiters,
} from '../adapters/rate-limits/service-rate-limiters.ts';
import { createReportPrinter, type ReportPrinter } from '../adapters/reports/report-printer.ts';
import { createWebhookSender } from '../adapters/webhooks/webhook-sender.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { createCallerWatch } from '../auth/caller-watch.ts';
import { createTrustedDocuments } from '../auth/trusted-documents.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import { shareReads } from '../db/loaders/reads.ts';
import { createSharedLoaders } from '../db/loaders/shared-loaders.ts';
import { createProbe } from '../db/probe.ts';
import { consumePoints } from '../db/queries/access/rate-limits.ts';
import type { Replica } from '../db/replica.ts';
import { createEventFeed } from '../events/feed.ts';
import { preparePictures } from '../extraction/reader/prepare-pictures.ts';
import { createUnreadResponses } from '../http/backpressure/unread-responses.ts';
import { createResponseSender } from '../http/send-response.ts';
import { createStreamSender } from '../http/stream.ts';
import { startWork, type WorkParts } from '../jobs/start-work.ts';
import type { JobTask } from '../jobs/task.ts';
import type { Worker } from '../jobs/worker.ts';
import type { Logger } from '../log.ts';
import { setTimeZone } from '../runtime/calendar.ts';
import type { Telemetry } from '../telemetry/sources.ts';
import { createHttpServer } from './create-http-server.ts';
import { openListCaches } from './open-list-caches.ts';
import { openTokens } from './open-tokens.ts';
import { createPages } from './pages.ts';
import { type PreparedFiles, prepareFiles } from './prepare-files.ts';
import { createReadiness } from './readiness.ts';
import { createSharedLimits } from './shared-limits.ts';
import { createWarmApp } from './warm-up/warm-up.ts';

export type ServerParts = {
  config: Config;
  db: Db;
  /** Replica for lists, when configured. */
  replica?: Replica | undefined;
  log: Logger;
  /** Periodic jobs of the worker, when configured. */
  routines?: readonly JobTask[];
  /** Returns headers for GraphiQL, created for each page. Undefined outside of demo mode. */
  demoHeaders?: () => Promise<Record<string, string>>;
  /** Telemetry of the process. Undefined when none is configured. */
  telemetry?: Pick<Telemetry, 'watch'> | undefined;
  /** True once all processes of the command serve; undefined when there is only one. */
  doAllServe?: (() => boolean) | undefined;
};

export type RunningServer = {
  /** URL of the server, for example http://127.0.0.1:4000. */
  url: string;
  /**
   * Reports the server as not ready, and still responds for `delayMs`, so that load balancers notice before connections
   * are refused. Then waits for running requests, at most `shutdownTimeoutMs`, and closes.
   */
  close(delayMs?: number): Promise<void>;
  /** Tests in the background whether documents can be read, and logs the result. */
  testReaders: () => void;
};

/**
 * Starts the server. Rejects with the system's error when the address cannot be used, and with OperatorError when the
 * signing key is not available or a required isolation of readers is impossible.
 */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, db, log } = parts;
  setTimeZone(config.timeZone);
  if (config.database.coalescedReads) shareReads(db);
  const files = await prepareFiles(parts);
  const tokens = await openTokens(parts, files.vault);
  const authenticator = createAuthenticator({ db, tokens });
  let isDraining = false;
  const [limits, webhooks] = [createSharedLimits(config), createWebhookSender(config.webhooks)];
  const readinessParts = { probeDatabase: createProbe(db), permits: limits.permits, log };
  const serverState = { isDraining: () => isDraining, doAllServe: parts.doAllServe };
  const findUnreadyReason = createReadiness({ ...readinessParts, ...serverState });
  const pages = createPages({ db, tokens, findUnreadyReason, demoHeaders: parts.demoHeaders });
  const rateLimiters = openRateLimiters(parts);
  const [live, listMemory] = [startEvents(parts), openListCaches(parts)];
  const reports = createReportPrinter({ publicUrl: config.publicUrl ?? null, preparePictures });
  const unreadResponses = createUnreadResponses(config.answers);
  const streamStallMs = config.events.stallMs;
  const streams = createStreamSender({ streamStallMs, file: config.answers, unreadResponses });
  const sendWhole = createResponseSender(unreadResponses, config.answers);
  let worker: Worker | undefined;
  const wakeWorker = (): void => worker?.wake();
  const trustedDocuments = createTrustedDocuments({ db });
  const callers = { tokens, authenticator, rateLimiters, trustedDocuments };
  const workTools = { readers: files.readers, listMemory, lookBack: config.lookBack, webhooks };
  const processTools = { ...workTools, files, reports, unreadResponses, wakeWorker, live };
  const shared = { config, db, replica: parts.replica, ...processTools };
  const sources = { ...shared, ...callers, ...limits };
  const app = await createWarmApp({ ...sources, streams, sendWhole, log, pages });
  const server = createHttpServer(config, { app, log });
  const url = await server.listen();
  files.start();
  registerMetrics(parts, { rateLimiters, files, reports, live, findUnreadyReason });
  worker = startOwnWorker(parts, { ...workTools, vault: files.vault });
  return {
    url,
    testReaders: files.readers.startTest,
    close: async (delayMs = 0) => {
      isDraining = true;
      const workerStop = worker?.stop();
      await server.announceShutdown(delayMs);
      const drain = server.drain();
      // Only after the server has stopped listening: reconnecting subscribers then reach another process.
      streams.endAll();
      await Promise.all([live.close(), drain, workerStop]);
      files.stop();
      await Promise.all([reports.close(), listMemory.close()]);
    },
  };
}

type MetricSources = {
  rateLimiters: ServiceRateLimiters;
  files: Pick<PreparedFiles, 'readers' | 'vault'>;
  reports: Pick<ReportPrinter, 'getStats'>;
  live: Pick<ReturnType<typeof startEvents>, 'feed'>;
  findUnreadyReason: () => Promise<string | undefined>;
};

/** Registers the metrics of the server. */
function registerMetrics({ telemetry, replica }: ServerParts, sources: MetricSources): void {
  const { rateLimiters, files, reports, live, findUnreadyReason } = sources;
  telemetry?.watch({
    rateLimits: () => listRateLimitCounters(rateLimiters),
    readers: files.readers.getStats,
    printer: reports.getStats,
    events: live.feed.read,
    disk: files.vault.readDiskSpace,
    ...(replica && { replica: replica.readLag }),
    isReady: async () => (await findUnreadyReason()) === undefined,
  });
}

/** Creates the rate limiters of the services, whose counts all processes share. */
function openRateLimiters({
  config,
  db,
  log,
}: ServerParts): ReturnType<typeof createServiceRateLimiters> {
  return createServiceRateLimiters(config.rateLimits, {
    consumePoints: async (claim) => await consumePoints(db, claim),
    onFault: (error) => log.warn({ err: error }, 'a budget is counted in this process alone'),
  });
}

/** Starts the worker of a serving process. Returns undefined when the operator has disabled it. */
function startOwnWorker(
  { config, db, log, routines = [] }: ServerParts,
  tools: Pick<WorkParts['tools'], 'vault' | 'readers' | 'listMemory' | 'lookBack' | 'webhooks'>,
): Worker | undefined {
  if (!config.worker.isOn) return undefined;
  return startWork({
    tools: { db, log, ...tools },
    options: config.worker,
    webhookJobsMax: config.webhooks.jobsMax,
    routines,
  });
}

/** Starts the event feed for subscriptions and the revalidation of their callers. */
function startEvents({ config, db, log }: ServerParts) {
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
