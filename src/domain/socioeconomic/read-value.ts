import { foldWords } from '../extraction/fold-text.ts';
import { parseSpanishDate } from '../extraction/spanish-date.ts';
import { isCalendarDate } from '../shared/calendar-date.ts';
import type { UnreadReason } from './content.ts';
import { readMoney } from './read-money.ts';
import type { TemplateField } from './template/template.ts';
import { COUNT_MAX, type ReportValue, TEXT_LENGTH_MAX } from './value.ts';

export type ValueResult =
  | { kind: 'parsed'; value: ReportValue }
  | { kind: 'unreadable'; reason: UnreadReason };

const YES = new Set(['SI', 'S', 'YES', 'TRUE', 'VERDADERO']);
const NO = new Set(['NO', 'N', 'FALSE', 'FALSO']);

/** Parses a trimmed text as a value of the field. Nothing is guessed: a text that does not fit has a reason. */
export function readValue(
  field: Pick<TemplateField, 'kind' | 'choices'>,
  text: string,
): ValueResult {
  switch (field.kind) {
    case 'text':
      return text.length > TEXT_LENGTH_MAX
        ? toUnreadable('too_long')
        : toParsed({ kind: 'text', value: text });
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

function toParsed(value: ReportValue): ValueResult {
  return { kind: 'parsed', value };
}

function toUnreadable(reason: UnreadReason): ValueResult {
  return { kind: 'unreadable', reason };
}

function readAmount(text: string): ValueResult {
  const money = readMoney(text);
  return money.kind === 'parsed' ? toParsed({ kind: 'money', value: money.centavos }) : money;
}

function readCount(text: string): ValueResult {
  if (/^-\s*\d/.test(text)) return toUnreadable('negative');
  if (!/^\d+$/.test(text)) return toUnreadable(/\d/.test(text) ? 'ambiguous' : 'not_a_number');
  const count = Number(text);
  return count > COUNT_MAX ? toUnreadable('too_large') : toParsed({ kind: 'count', value: count });
}

/** Date with a four-digit year at the end, or at the beginning with nothing after the day. */
const WHOLE_YEAR = /\D\d{4}$|^\d{4}[/-]\d{2}[/-]\d{2}$/;

/** Parses a date with the day before the month, as usual in Mexico. Two-digit years are rejected. */
function readDate(text: string): ValueResult {
  if (isCalendarDate(text)) return toParsed({ kind: 'date', value: text });
  const day = WHOLE_YEAR.test(text) ? parseSpanishDate(text) : undefined;
  return day === undefined ? toUnreadable('not_a_date') : toParsed({ kind: 'date', value: day });
}

function readYesNo(text: string): ValueResult {
  const word = foldWords(text).replace(/\.$/, '');
  if (YES.has(word)) return toParsed({ kind: 'yes_no', value: true });
  return NO.has(word) ? toParsed({ kind: 'yes_no', value: false }) : toUnreadable('not_a_choice');
}

function readChoice(choices: TemplateField['choices'], text: string): ValueResult {
  const word = foldWords(text);
  const choice =
    choices.find(({ key }) => key === text) ??
    choices.find(({ key, label }) => foldWords(key) === word || foldWords(label) === word);
  return choice === undefined
    ? toUnreadable('not_a_choice')
    : toParsed({ kind: 'choice', value: choice.key });
}
