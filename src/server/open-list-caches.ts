import type { Config } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import { createListCaches, type ListCaches } from '../db/list-memory/list-caches.ts';
import type { Logger } from '../log.ts';

type Parts = { config: Pick<Config, 'nameIndexBytesMax'>; db: Db; log: Logger };

/** Opens the list caches of a process that screens. */
export function openListCaches({ config, db, log }: Parts): ListCaches {
  return createListCaches({
    db,
    bytesMax: config.nameIndexBytesMax,
    onFault: (error) => log.error({ err: error }, 'the names of a list were not read'),
  });
}
