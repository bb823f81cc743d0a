import { describeOutcomes, type Outcomes } from './outcomes.ts';
import type { Seen } from './victim.ts';

/** One attack, as it ended. */
export type Row = {
  name: string;
  sends: string;
  seen: Seen;
  /** The most memory that the gateway's process held, in bytes. */
  peakBytes: number;
  /** For how long its loop was held at most, in milliseconds of its processor. */
  heldMs: number;
  outcomes: Outcomes;
  /** How the gateway's process ended by itself; undefined where it did not. */
  death: string | undefined;
};

const HEADINGS = [
  'attack',
  'what is sent',
  'worst wait of another service',
  'its p99',
  'its failed requests',
  'loop held, of its processor',
  'peak memory',
  'outcome',
];

export function printHeadings(): string {
  return `${toLine(HEADINGS)}\n${toLine(HEADINGS.map(() => '---'))}`;
}

/** A row of a Markdown table. */
export function printRow(row: Row): string {
  const { name, sends, seen, peakBytes, heldMs, outcomes, death } = row;
  const end = death === undefined ? '' : `**the process died (${death})**`;
  return toLine([
    name,
    sends,
    `${Math.round(seen.worst)} ms`,
    `${Math.round(seen.p99)} ms`,
    `${seen.failed} of ${seen.requests}`,
    `${Math.round(heldMs)} ms`,
    `${Math.round(peakBytes / 1024 / 1024)} MB`,
    [end, describeOutcomes(outcomes)].filter(Boolean).join('; '),
  ]);
}

export function toJson(rows: readonly Row[]): string {
  const plain = rows.map((row) => ({ ...row, outcomes: Object.fromEntries(row.outcomes) }));
  return `${JSON.stringify(plain, null, 2)}\n`;
}

export function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
