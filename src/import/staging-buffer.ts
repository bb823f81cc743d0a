import type pg from 'pg';
import {
  copyStagedRows,
  encodeStagedRow,
  STAGING_TABLE_NAMES,
} from '../db/queries/import/staging.ts';
import type { StagingTable } from '../db/queries/import/tables.ts';
import type { AddRow } from './stage-record.ts';

/** Length of the text that is sent at once, in UTF-16 code units. */
const CHUNK_LENGTH = 256 * 1024;
/** Length of all buffered rows, in UTF-16 code units, at which the buffer is full. */
const FLUSH_LENGTH = 2 * 1024 * 1024;

export type StagingBuffer = {
  add: AddRow;
  isFull: () => boolean;
  /** Copies the buffered rows to the staging tables and clears the buffer. */
  flush: () => Promise<void>;
};

/**
 * Creates a buffer of rows for the staging tables. The buffer is needed because a connection runs one COPY at a time,
 * and a line adds rows to several tables.
 */
export function createStagingBuffer(client: pg.ClientBase, serviceId: number): StagingBuffer {
  const chunks = new Map<StagingTable, string[]>();
  let length = 0;
  return {
    add: (table, row) => {
      const line = encodeStagedRow(serviceId, table, row);
      length += line.length;
      appendLine(chunks, table, line);
    },
    isFull: () => length >= FLUSH_LENGTH,
    flush: async () => {
      for (const table of STAGING_TABLE_NAMES) {
        const rows = chunks.get(table) ?? [];
        if (rows.length > 0) await copyStagedRows(client, table, rows);
      }
      chunks.clear();
      length = 0;
    },
  };
}

function appendLine(chunks: Map<StagingTable, string[]>, table: StagingTable, line: string): void {
  const rows = chunks.get(table) ?? [];
  chunks.set(table, rows);
  const lastChunk = rows.at(-1);
  if (lastChunk === undefined || lastChunk.length >= CHUNK_LENGTH) rows.push(line);
  else rows[rows.length - 1] = lastChunk + line;
}
