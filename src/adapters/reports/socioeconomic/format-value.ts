import { formatSpanishDate } from '../../../domain/reports/format-spanish-date.ts';
import { toLocalTime } from '../../../runtime/calendar.ts';

/** Formats an ISO 8601 instant in the time zone of the process: `31/01/2026 a las 06:00:00 (GMT-6)`. */
export function formatInstant(text: string): string {
  const { day, time, offset } = toLocalTime(new Date(text));
  return `${formatSpanishDate(day)} a las ${time} (${offset})`;
}

/** Formats centavos as `$28,500.00`, with integer arithmetic only. */
export function formatPesos(centavos: number): string {
  return `${centavos < 0 ? '−' : ''}$${formatHundredths(Math.abs(centavos))}`;
}

/** Formats hundredths as `2.50`. */
export function formatRatio(hundredths: number): string {
  return `${hundredths < 0 ? '−' : ''}${formatHundredths(Math.abs(hundredths))}`;
}

/** Formats hundredths of a percent as `31.93 %`. */
export function formatPercent(hundredths: number): string {
  return `${formatRatio(hundredths)} %`;
}

function formatHundredths(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  const pesos = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${pesos}.${digits.slice(-2)}`;
}
