import { z } from 'zod';

const line = z.looseObject({
  level: z.number(),
  msg: z.string(),
  requestId: z.string().optional(),
});

/** Parsed line of the log. */
export type LogLine = z.infer<typeof line>;

/** Parses every line of a log. */
export function linesOf(logs: string): LogLine[] {
  return logs
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => line.parse(JSON.parse(text)));
}
