import type { Downloader } from '../../adapters/downloads/downloader.ts';
import type { SystemContext } from '../../context.ts';
import { listFetches } from '../../db/queries/lists/fetches.ts';
import { isFetchDue } from '../../domain/lists/list-fetch.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import type { FetchContext, FetchedList } from '../../lists/fetch/fetch-list.ts';
import { fetchLists } from '../../lists/fetch/fetch-lists.ts';
import type { ListUrls } from '../../lists/fetch/list-urls.ts';
import { toDay } from '../../runtime/calendar.ts';
import { createPeriodicTask, type JobTask } from '../task.ts';

/** Interval of checking for due lists, which costs one statement. */
const CHECK_SECONDS = 600;

type Refresh = {
  pool: FetchContext['pool'];
  download: Downloader;
  sources: readonly ListUrls[];
  everyHours: number;
  now?: () => Date;
};

/**
 * Creates a periodic job that fetches each list again some hours after the last attempt, whether by this job or by an
 * operator.
 */
export function createRefreshListsTask({
  sources,
  everyHours,
  now = () => new Date(),
  ...parts
}: Refresh): JobTask {
  return createPeriodicTask({
    name: 'refresh_lists',
    everySeconds: CHECK_SECONDS,
    run: async ({ db, log, signal }) => {
      const lastFetches = await listFetches(db, ALL_SERVICES);
      const due = sources.filter(({ source }) =>
        isFetchDue(
          lastFetches.find((summary) => summary.source === source),
          { everyHours, now: now() },
        ),
      );
      const today = toDay(now());
      const onFault: FetchContext['onFault'] = ({ source, error }) =>
        log.error({ list: source, err: error }, 'a list could not be fetched or loaded');
      const tools = { ...parts, today, loadedBy: 'refresh_lists', signal, onFault };
      await fetchLists(tools, due, (list) => logFetchedList(log, list));
    },
  });
}

function logFetchedList(log: SystemContext['log'], list: FetchedList): void {
  const { source, outcome } = list;
  if (outcome === 'failed') log.warn({ list: source, outcome, reason: list.reason }, 'list');
  else log.info({ list: source, outcome, asOf: list.asOf }, 'list');
}
