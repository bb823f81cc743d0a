import { clockOf } from '../../../runtime/calendar.ts';

/** Returns an instant of ISO 8601 by the clocks of the time zone: `2026-01-31 a las 06:00:00 GMT-6`. */
export function instant(text: string): string {
  const { day: date, time, offset } = clockOf(new Date(text));
  return `${date} a las ${time} ${offset}`;
}

/** A day `YYYY-MM-DD` as it is written in Mexico, `31/01/2026`. */
export function day(text: string): string {
  const [year = '', month = '', date = ''] = text.split('-');
  return `${date}/${month}/${year}`;
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
