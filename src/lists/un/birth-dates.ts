import { isCalendarDate } from '../../domain/shared/calendar-date.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';

/** Returns the birth dates of an individual in the format of ListEntry. Those that are free text are omitted. */
export function readBirthDates(party: XmlElement): string[] {
  const dates = listChildren(party, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((birth) => {
    const from = getChildText(birth, 'FROM_YEAR');
    const to = getChildText(birth, 'TO_YEAR');
    if (isYear(from) && isYear(to)) return [`${from}/${to}`];
    const day = getChildText(birth, 'DATE').slice(0, 10);
    const date = isCalendarDate(day) ? day : getChildText(birth, 'YEAR');
    if (!isCalendarDate(date) && !isYear(date)) return [];
    return [getChildText(birth, 'TYPE_OF_DATE') === 'APPROXIMATELY' ? `${date}~` : date];
  });
  return [...new Set(dates)];
}

function isYear(text: string): boolean {
  return /^[12]\d{3}$/.test(text);
}
