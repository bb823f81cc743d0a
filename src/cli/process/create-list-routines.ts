import type { Pool } from 'pg';
import { createDownloader } from '../../adapters/downloads/downloader.ts';
import type { Config } from '../../config/config.ts';
import type { JobTask } from '../../jobs/task.ts';
import { createRefreshListsTask } from '../../jobs/tasks/refresh-lists.ts';
import { resolveListUrls } from '../../lists/fetch/list-urls.ts';

/**
 * Creates the job that fetches the lists with a URL periodically; none when LISTS_REFRESH_HOURS is 0. Throws
 * OperatorError when a configured URL is invalid.
 */
export function createListRoutines({ lists }: Pick<Config, 'lists'>, pool: Pool): JobTask[] {
  const sources = resolveListUrls(lists.urls);
  if (lists.refreshHours === 0) return [];
  const download = createDownloader(lists);
  return [createRefreshListsTask({ pool, download, sources, everyHours: lists.refreshHours })];
}
