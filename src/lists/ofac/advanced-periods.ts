import { formatDate } from '../../domain/shared/calendar-date.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';

/**
 * Returns the periods of a feature version in the date format of ListEntry: a date or a year, with `~` when it is
 * approximate, or a range. A period without start is omitted.
 */
export function readPeriods(version: XmlElement): string[] {
  return listChildren(version, 'DatePeriod').flatMap((period) => {
    const [start] = listChildren(period, 'Start');
    const [end] = listChildren(period, 'End');
    const from = readDatePoint(start, 'From');
    const to = readDatePoint(end, 'To') ?? from;
    if (from === null || to === null) return [];
    // The file represents a year as the range of its first and last day.
    if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`)
      return [markApproximate(from.slice(0, 4), start)];
    return [from === to ? markApproximate(from, start) : `${from}/${to}`];
  });
}

function markApproximate(date: string, start: XmlElement | undefined): string {
  return start?.attributes['Approximate'] === 'true' ? `${date}~` : date;
}

function readDatePoint(side: XmlElement | undefined, name: 'From' | 'To'): string | null {
  const [point] = listChildren(side, name);
  if (point === undefined) return null;
  const [year = '', month = '', day = ''] = ['Year', 'Month', 'Day'].map((part) =>
    getChildText(point, part),
  );
  if (!/^\d{4}$/.test(year)) return null;
  if (month === '' || day === '') return year;
  return formatDate(year, month, day);
}
