import { formatDate } from '../../domain/shared/calendar-date.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';

/** The periods of a feature's version in the form of ListEntry's dates: a day, a year, about it, or from one to another. */
export function readPeriods(version: XmlElement): string[] {
  return childrenOf(version, 'DatePeriod').flatMap((period) => {
    const [start] = childrenOf(period, 'Start');
    const [end] = childrenOf(period, 'End');
    const from = readPoint(start, 'From');
    const to = readPoint(end, 'To') ?? from;
    if (from === null || to === null) return [];
    // A year is written as the period from its first to its last day.
    if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`)
      return [about(from.slice(0, 4), start)];
    return [from === to ? about(from, start) : `${from}/${to}`];
  });
}

function about(date: string, start: XmlElement | undefined): string {
  return start?.attributes['Approximate'] === 'true' ? `${date}~` : date;
}

function readPoint(side: XmlElement | undefined, name: 'From' | 'To'): string | null {
  const [point] = childrenOf(side, name);
  if (point === undefined) return null;
  const [year = '', month = '', day = ''] = ['Year', 'Month', 'Day'].map((part) =>
    textOf(point, part),
  );
  if (!/^\d{4}$/.test(year)) return null;
  if (month === '' || day === '') return year;
  return formatDate(year, month, day);
}
