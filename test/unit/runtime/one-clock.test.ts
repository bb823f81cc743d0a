import { describe, expect, it } from 'vitest';
import { sources } from '../../support/probes/source-files.ts';

/** Forms in which a day is taken from an instant or from a clock. */
const DAYS = [
  /toISOString\(\)\s*\.(?:slice\(0, 10\)|substring\(0, 10\)|split\('T'\))/g,
  /\bat\.slice\(0, 10\)/g,
  /\.get(?:UTC)?(?:Date|Day|Month|FullYear)\(/g,
  /toLocale(?:Date|Time)String\(/g,
  /DateTimeFormat\(/g,
  /\bcurrent_date\b|\blocaltimestamp\b/gi,
  /\bnow\(\)\s*(?:at time zone '[^']*'\)?)?\s*::\s*date/gi,
  /(?:_at|now\(\))\s*(?:at time zone '[^']*'\)?)?\s*::\s*date/gi,
  /date_trunc\(/gi,
];

/** Files that use such a form for no day of the process. */
const EXEMPT: Record<string, string> = {
  'src/runtime/calendar.ts': 'The clock itself.',
  'src/config/time-zone.ts': 'Checks the name of a zone.',
  'src/domain/shared/calendar-date.ts': 'Checks whether the year of an instant is of the calendar.',
  'src/domain/extraction/kinds/proof-of-address.ts': 'Counts months from a day that it is given.',
  'src/lists/text/spanish-dates.ts': 'Days as a workbook numbers them.',
  'src/lists/sfp/workbook-worker.ts': 'The day that a cell states.',
};

function listDays(files: readonly { path: string; code: string }[]): string[] {
  return files.flatMap(({ path, code }) =>
    DAYS.flatMap((form) => [...code.matchAll(form)].map(([found]) => `${path}: ${found}`)),
  );
}

describe('days', () => {
  const meant = sources.filter(({ path }) => !path.startsWith('src/db/migrations/'));

  it('come from the one clock, wherever they are judged, stored or printed', () => {
    expect(listDays(meant.filter(({ path }) => EXEMPT[path] === undefined))).toEqual([]);
  });

  it('are taken otherwise only where the reason still holds', () => {
    const used = new Set(listDays(meant).map((found) => found.split(': ')[0]));
    expect(Object.keys(EXEMPT).filter((path) => !used.has(path))).toEqual([]);
  });

  it.each([
    'new Date().toISOString().slice(0, 10)',
    "instant.toISOString().split('T')[0]",
    'sql`select current_date`',
    "sql`(now() at time zone 'utc')::date`",
    'sql`created_at::date`',
    'date.getUTCDate()',
  ])('are found in %s', (code) => {
    expect(listDays([{ path: 'src/new.ts', code }])).not.toEqual([]);
  });
});
