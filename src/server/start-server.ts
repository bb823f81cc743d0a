import {
  createServiceBudgets,
  listTallies,
  type ServiceBudgets,
} from '../adapters/budgets/service-budgets.ts';
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
import { addPoints } from '../db/queries/access/rate-limits.ts';
import type { Replica } from '../db/replica.ts';
import { createEventFeed } from '../events/feed.ts';
import { createUnreadResponses } from '../http/backpressure/unread-responses.ts';
import { createResponseSender } from '../http/send-response.ts';
import { createStreamSender } from '../http/stream.ts';
import { startWork, type WorkParts } from '../jobs/start-work.ts';
import type { JobTask } from '../jobs/task.ts';
import type { Worker } from '../jobs/worker.ts';
import type { Logger } from '../log.ts';
import { setTimeZone } from '../runtime/calendar.ts';
import type { Telemetry } from '../telemetry/sources.ts';
import { createHttpServer } from './listen.ts';
import { openListMemory } from './open-list-memory.ts';
import { openTokens } from './open-tokens.ts';
import { createPages } from './pages.ts';
import { type PreparedFiles, prepareFiles } from './prepare-files.ts';
import { createReadiness } from './readiness.ts';
import { createSharedLimits } from './shared-limits.ts';
import { createWarmApp } from './warm-up/warm-up.ts';

export type ServerParts = {
  config: Config;
  db: Db;
  /** For lists, where the operator has one. */
  replica?: Replica | undefined;
  log: Logger;
  /** Periodic jobs of the worker, when configured. */
  routines?: readonly JobTask[];
  /** Returns headers for GraphiQL, created for each page. Undefined outside of demo mode. */
  demoHeaders?: () => Promise<Record<string, string>>;
  /** Telemetry of the process. Undefined when none is configured. */
  telemetry?: Pick<Telemetry, 'watch'> | undefined;
  /** True once all processes of the command serve; undefined for one that serves alone. */
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
};

/** Starts to listen; rejects with the system's error where the address cannot be had. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, db, log } = parts;
  setTimeZone(config.timeZone);
  if (config.database.coalescedReads) shareReads(db);
  const files = await prepareFiles(parts);
  const tokens = await openTokens(parts, files.vault);
  const authenticator = createAuthenticator({ db, tokens });
  let isDraining = false;
  const [rooms, webhooks] = [createSharedLimits(config), createWebhookSender(config.webhooks)];
  const watched = { askDatabase: createProbe(db), permits: rooms.permits, log };
  const isUp = { isDraining: () => isDraining, doAllServe: parts.doAllServe };
  const findTrouble = createReadiness({ ...watched, ...isUp });
  const pages = createPages({ db, tokens, findTrouble, demoHeaders: parts.demoHeaders });
  const budgets = openBudgets(parts);
  const live = startLive(parts);
  const reports = createReportPrinter({ publicUrl: config.publicUrl ?? null });
  const listMemory = openListMemory(parts);
  const answers = createUnreadResponses(config.answers);
  const streamStallMs = config.events.stallMs;
  const streams = createStreamSender({ streamStallMs, file: config.answers, answers });
  const sendWhole = createResponseSender(answers, config.answers);
  let worker: Worker | undefined;
  const wakeWorker = (): void => worker?.wake();
  const trustedDocuments = createTrustedDocuments({ db });
  const callers = { tokens, authenticator, budgets, trustedDocuments };
  const lent = { readers: files.readers, listMemory, lookBack: config.lookBack, webhooks };
  const kept = { ...lent, files, reports };
  const shared = { config, db, replica: parts.replica, ...kept, answers, wakeWorker, live };
  const sources = { ...shared, ...callers, ...rooms };
  const app = await createWarmApp({ ...sources, streams, sendWhole, log, pages });
  const server = createHttpServer(config, { app, log });
  const url = await server.listen();
  files.start();
  watchParts(parts, { budgets, files, reports, live, findTrouble });
  worker = startBeside(parts, { ...lent, vault: files.vault });
  return {
    url,
    close: async (delayMs = 0) => {
      isDraining = true;
      const workStopped = worker?.stop();
      await server.announceEnd(delayMs);
      const drained = server.drain();
      // Not before: subscribers that come again come to another process by now.
      streams.endAll();
      await Promise.all([live.close(), drained, workStopped]);
      files.stop();
      await Promise.all([reports.close(), listMemory.close()]);
    },
  };
}

type WatchedParts = {
  budgets: ServiceBudgets;
  files: Pick<PreparedFiles, 'readers' | 'vault'>;
  reports: Pick<ReportPrinter, 'read'>;
  live: Pick<ReturnType<typeof startLive>, 'feed'>;
  findTrouble: () => Promise<string | undefined>;
};

/** Registers the metrics of the server. */
function watchParts({ telemetry, replica }: ServerParts, watched: WatchedParts): void {
  const { budgets, files, reports, live, findTrouble } = watched;
  telemetry?.watch({
    budgets: () => listTallies(budgets),
    readers: files.readers.read,
    printer: reports.read,
    events: live.feed.read,
    disk: files.vault.readDiskSpace,
    ...(replica && { replica: replica.readLag }),
    isReady: async () => (await findTrouble()) === undefined,
  });
}

/** Opens the rate limits of the services, shared with the other processes. */
function openBudgets({ config, db, log }: ServerParts): ReturnType<typeof createServiceBudgets> {
  return createServiceBudgets(config.budgets, {
    addPoints: async (claim) => await addPoints(db, claim),
    onFault: (error) => log.warn({ err: error }, 'a budget is counted in this process alone'),
  });
}

/** The worker of the process that serves, unless the operator has switched it off. */
function startBeside(
  { config, db, log, routines = [] }: ServerParts,
  lent: Pick<WorkParts['tools'], 'vault' | 'readers' | 'listMemory' | 'lookBack' | 'webhooks'>,
): Worker | undefined {
  if (!config.worker.isOn) return undefined;
  return startWork({
    tools: { db, log, ...lent },
    options: config.worker,
    webhookJobsMax: config.webhooks.jobsMax,
    routines,
  });
}

/** Starts the event feed for subscriptions and the revalidation of their callers. */
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
