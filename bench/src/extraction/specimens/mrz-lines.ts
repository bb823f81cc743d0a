import { type InventedPerson, withoutAccents } from '../invented-person.ts';

const WEIGHTS = [7, 3, 1];

/** Returns the check digit of ICAO 9303, in which letters count from 10 and `<` is 0. */
function checkDigit(text: string): string {
  const sum = Array.from(text).reduce((total, sign, at) => {
    const value = sign === '<' ? 0 : Number.parseInt(sign, 36);
    return total + value * (WEIGHTS[at % 3] ?? 0);
  }, 0);
  return String(sum % 10);
}

export function withDigit(text: string): string {
  return text + checkDigit(text);
}

/** Returns a name in the characters of the machine-readable zone, with N for Ñ. */
export function mrzName({ paternal, maternal, given }: InventedPerson, length: number): string {
  const name = `${plain(paternal)}<${plain(maternal)}<<${plain(given)}`;
  return name.slice(0, length).padEnd(length, '<');
}

function plain(text: string): string {
  return withoutAccents(text).replaceAll('Ñ', 'N').replaceAll(' ', '<');
}

export function mrzDate(date: string): string {
  return date.slice(2).replaceAll('-', '');
}
