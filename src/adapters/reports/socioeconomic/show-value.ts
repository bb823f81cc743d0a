import { formatSpanishDate } from '../../../domain/reports/format-spanish-date.ts';
import { clockOf } from '../../../runtime/calendar.ts';

/** Returns an instant of ISO 8601 by the clocks of the time zone: `31/01/2026 a las 06:00:00 (GMT-6)`. */
export function instant(text: string): string {
  const { day, time, offset } = clockOf(new Date(text));
  return `${formatSpanishDate(day)} a las ${time} (${offset})`;
}

/** Centavos as `$28,500.00`, from whole numbers alone. */
export function pesos(centavos: number): string {
  return `${centavos < 0 ? '−' : ''}$${decimal(Math.abs(centavos))}`;
}

/** Hundredths as `2.50`. */
export function ratio(hundredths: number): string {
  return `${hundredths < 0 ? '−' : ''}${decimal(Math.abs(hundredths))}`;
}

/** Hundredths of a percent as `31.93 %`. */
export function percent(hundredths: number): string {
  return `${ratio(hundredths)} %`;
}

function decimal(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${whole}.${digits.slice(-2)}`;
}
