/** A moment of ISO 8601 as `2026-01-31 a las 12:00:00 UTC`. */
export function instant(text: string): string {
  return `${text.slice(0, 10)} a las ${text.slice(11, 19)} UTC`;
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
