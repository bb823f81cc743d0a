import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatInstant } from '../../../src/adapters/reports/socioeconomic/format-value.ts';
import { describeSource } from '../../../src/adapters/reports/socioeconomic/socioeconomic-words.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { getListAgeDays } from '../../../src/domain/lists/list-age.ts';
import { checkCurp } from '../../../src/domain/tax/validate-curp.ts';
import { getLatestMoment } from '../../../src/resolvers/common/latest-moment.ts';
import { resolveAsOf } from '../../../src/resolvers/common/resolve-as-of.ts';
import {
  DEFAULT_TIME_ZONE,
  getTimeZone,
  presentMoment,
  setTimeZone,
  toDay,
  today,
  toLocalTime,
} from '../../../src/runtime/calendar.ts';

/** Still the first of March in Mexico City, where it is 19:30. */
const EVENING = '2026-03-02T01:30:00.000Z';

function setNow(text: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(text) });
}

afterEach(() => {
  vi.useRealTimers();
  setTimeZone(DEFAULT_TIME_ZONE);
});

describe('the day of the process', () => {
  it.each([
    [EVENING, '2026-03-01'],
    ['2026-03-02T05:59:59.999Z', '2026-03-01'],
    ['2026-03-02T06:00:00.000Z', '2026-03-02'],
    // No summer time since 2022, and one before.
    ['2026-07-02T05:30:00.000Z', '2026-07-01'],
    ['2021-07-02T05:30:00.000Z', '2021-07-02'],
    ['2025-01-01T01:00:00.000Z', '2024-12-31'],
  ])('is that of Mexico City at %s', (text, day) => {
    setNow(text);
    expect(today()).toBe(day);
    expect(toDay(new Date(text))).toBe(day);
    expect(presentMoment().day).toBe(day);
  });

  it('follows TIME_ZONE, which is checked', () => {
    expect(loadConfig({}).timeZone).toBe(DEFAULT_TIME_ZONE);
    expect(loadConfig({ TIME_ZONE: 'America/Tijuana' }).timeZone).toBe('America/Tijuana');
    expect(() => loadConfig({ TIME_ZONE: 'Mexico/Nowhere' })).toThrow('TIME_ZONE');
    setNow(EVENING);
    setTimeZone('Asia/Tokyo');
    expect([getTimeZone(), today()]).toEqual(['Asia/Tokyo', '2026-03-02']);
  });
});

describe('what is judged on the evening of a day', () => {
  it('takes the day for today, and only the next one for a day to come', () => {
    setNow(EVENING);
    expect(resolveAsOf({})).toBe('2026-03-01');
    expect(resolveAsOf({ asOf: '2026-03-01' })).toBe('2026-03-01');
    expect(() => resolveAsOf({ asOf: '2026-03-02' })).toThrow('The input is invalid.');
  });

  it('accepts somebody who was born today', () => {
    setNow('2026-03-01T23:30:00.000Z');
    const bornToday = 'LURA260301MDFNVNA0';
    expect(checkCurp({ curp: bornToday }, today())).toEqual(
      checkCurp({ curp: bornToday }, '2026-03-01'),
    );
  });

  it('counts no day too many for the age of a list', () => {
    setNow(EVENING);
    const list = { asOf: '2026-03-01', asOfOrigin: 'file', confirmedAt: new Date() } as const;
    expect(getListAgeDays(list, getLatestMoment(today()))).toBe(0);
    expect(getListAgeDays({ ...list, asOf: '2026-02-28' }, getLatestMoment(today()))).toBe(1);
    expect(getLatestMoment('2026-02-27').instant.toISOString()).toBe('2026-02-27T23:59:59.999Z');
  });
});

describe('what a report prints', () => {
  it('is the time of Mexico City, with its distance from UTC', () => {
    expect(formatInstant(EVENING)).toBe('01/03/2026 a las 19:30:00 (GMT-6)');
    expect(toLocalTime(new Date(EVENING))).toEqual({
      day: '2026-03-01',
      time: '19:30:00',
      offset: 'GMT-6',
    });
    const typed = { kind: 'typed', userId: 7, at: EVENING } as const;
    expect(describeSource(typed, new Map([[7, 'Irene']]))).toBe('Captura del 01/03/2026, Irene');
    expect(describeSource(typed, new Map())).toBe(
      'Captura del 01/03/2026, usuario 7, que ya no existe',
    );
  });
});
