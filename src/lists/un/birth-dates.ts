import { isCalendarDate } from '../../domain/shared/calendar-date.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';

/** The dates of birth of an individual, in the form of ListEntry; what is a note only is left out. */
export function readBirthDates(party: XmlElement): string[] {
  const dates = childrenOf(party, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((birth) => {
    const from = textOf(birth, 'FROM_YEAR');
    const to = textOf(birth, 'TO_YEAR');
    if (isYear(from) && isYear(to)) return [`${from}/${to}`];
    const day = textOf(birth, 'DATE').slice(0, 10);
    const date = isCalendarDate(day) ? day : textOf(birth, 'YEAR');
    if (!isCalendarDate(date) && !isYear(date)) return [];
    return [textOf(birth, 'TYPE_OF_DATE') === 'APPROXIMATELY' ? `${date}~` : date];
  });
  return [...new Set(dates)];
}

function isYear(text: string): boolean {
  return /^[12]\d{3}$/.test(text);
}
