import type { ReportValueInput, ReportValueKind } from '../graphql.ts';

type Known = {
  text: string | null;
  money: number | null;
  count: number | null;
  date: string | null;
  yesNo: boolean | null;
  choice: string | null;
};

/** A value as its input shows it: amounts in pesos, yes and no as such, a choice by its key; '' for none. */
export function toText({ text, money, count, date, yesNo, choice }: Known): string {
  if (money !== null) return (money / 100).toFixed(2);
  if (yesNo !== null) return yesNo ? 'yes' : 'no';
  return text ?? date ?? choice ?? count?.toString() ?? '';
}

/** What an input says; null where it is empty, undefined where it is none of its kind. */
export function toValue(kind: ReportValueKind, text: string): ReportValueInput | null | undefined {
  const said = text.trim();
  if (said === '') return null;
  if (kind === 'MONEY') return toMoney(said);
  if (kind === 'COUNT') return /^\d{1,5}$/.test(said) ? { count: Number(said) } : undefined;
  if (kind === 'DATE') return { date: said };
  if (kind === 'YES_NO') return { yesNo: said === 'yes' };
  return kind === 'CHOICE' ? { choice: said } : { text: said };
}

/** By digits, so that no amount is ever rounded. */
function toMoney(said: string): ReportValueInput | undefined {
  const [, pesos = '', centavos = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(said) ?? [];
  return pesos === '' ? undefined : { money: Number(`${pesos}${centavos.padEnd(2, '0')}`) };
}

/** Centavos as pesos, such as "$25,000.00". */
export function formatMoney(centavos: number): string {
  return (centavos / 100).toLocaleString('en', { style: 'currency', currency: 'MXN' });
}
