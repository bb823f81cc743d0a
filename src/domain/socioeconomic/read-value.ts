import { foldWords } from '../extraction/fold-text.ts';
import { parseSpanishDate } from '../extraction/spanish-date.ts';
import { isCalendarDate } from '../shared/calendar-date.ts';
import type { UnreadReason } from './content.ts';
import { readMoney } from './read-money.ts';
import type { TemplateField } from './template/template.ts';
import { COUNT_MAX, type ReportValue, TEXT_LENGTH_MAX } from './value.ts';

export type ReadValue =
  | { kind: 'read'; value: ReportValue }
  | { kind: 'unread'; reason: UnreadReason };

const YES = new Set(['SI', 'S', 'YES', 'TRUE', 'VERDADERO']);
const NO = new Set(['NO', 'N', 'FALSE', 'FALSO']);

/** Converts a trimmed text to a value of the field, exactly or not at all. */
export function readValue(field: Pick<TemplateField, 'kind' | 'choices'>, text: string): ReadValue {
  switch (field.kind) {
    case 'text':
      return text.length > TEXT_LENGTH_MAX
        ? unread('too_long')
        : read({ kind: 'text', value: text });
    case 'money':
      return readAmount(text);
    case 'count':
      return readCount(text);
    case 'date':
      return readDate(text);
    case 'yes_no':
      return readYesNo(text);
    case 'choice':
      return readChoice(field.choices, text);
  }
}

function read(value: ReportValue): ReadValue {
  return { kind: 'read', value };
}

function unread(reason: UnreadReason): ReadValue {
  return { kind: 'unread', reason };
}

function readAmount(text: string): ReadValue {
  const money = readMoney(text);
  return money.kind === 'read' ? read({ kind: 'money', value: money.centavos }) : money;
}

function readCount(text: string): ReadValue {
  if (/^-\s*\d/.test(text)) return unread('negative');
  if (!/^\d+$/.test(text)) return unread(/\d/.test(text) ? 'ambiguous' : 'not_a_number');
  const count = Number(text);
  return count > COUNT_MAX ? unread('too_large') : read({ kind: 'count', value: count });
}

/** With all of its year at the end, or at the beginning and nothing after the day. */
const WHOLE_YEAR = /\D\d{4}$|^\d{4}[/-]\d{2}[/-]\d{2}$/;

/** The day stands before the month, as everywhere in Mexico; a year of two digits is of no known century. */
function readDate(text: string): ReadValue {
  if (isCalendarDate(text)) return read({ kind: 'date', value: text });
  const day = WHOLE_YEAR.test(text) ? parseSpanishDate(text) : undefined;
  return day === undefined ? unread('not_a_date') : read({ kind: 'date', value: day });
}

function readYesNo(text: string): ReadValue {
  const word = foldWords(text).replace(/\.$/, '');
  if (YES.has(word)) return read({ kind: 'yes_no', value: true });
  return NO.has(word) ? read({ kind: 'yes_no', value: false }) : unread('not_a_choice');
}

function readChoice(choices: TemplateField['choices'], text: string): ReadValue {
  const word = foldWords(text);
  const chosen =
    choices.find(({ key }) => key === text) ??
    choices.find(({ key, label }) => foldWords(key) === word || foldWords(label) === word);
  return chosen === undefined
    ? unread('not_a_choice')
    : read({ kind: 'choice', value: chosen.key });
}

/** True when two values of one field are equal. Texts are compared without case and accents. */
export function saysSame(left: ReportValue, right: ReportValue): boolean {
  if (left.kind === 'text' && right.kind === 'text')
    return foldWords(left.value) === foldWords(right.value);
  return left.kind === right.kind && left.value === right.value;
}
