import type { ReportValueInput, ReportValueKind } from '../graphql.ts';

type StoredValue = {
  text: string | null;
  money: number | null;
  count: number | null;
  date: string | null;
  yesNo: boolean | null;
  choice: string | null;
};

/** Returns the text of a value in its input: amounts in pesos, yes or no, choices by key; empty without a value. */
export function toText({ text, money, count, date, yesNo, choice }: StoredValue): string {
  if (money !== null) return (money / 100).toFixed(2);
  if (yesNo !== null) return yesNo ? 'yes' : 'no';
  return text ?? date ?? choice ?? count?.toString() ?? '';
}

/** Returns the value of an input; null when it is empty, undefined when the text is not of the kind. */
export function toValue(kind: ReportValueKind, text: string): ReportValueInput | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (kind === 'MONEY') return toMoney(trimmed);
  if (kind === 'COUNT') return /^\d{1,5}$/.test(trimmed) ? { count: Number(trimmed) } : undefined;
  if (kind === 'DATE') return { date: trimmed };
  if (kind === 'YES_NO') return { yesNo: trimmed === 'yes' };
  return kind === 'CHOICE' ? { choice: trimmed } : { text: trimmed };
}

/** Converts by digits, so that no amount is rounded. */
function toMoney(text: string): ReportValueInput | undefined {
  const [, pesos = '', centavos = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return pesos === '' ? undefined : { money: Number(`${pesos}${centavos.padEnd(2, '0')}`) };
}
