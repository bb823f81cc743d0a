/** Such as "1 participant" and "2 participants". */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

export function countMatches(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'match' : 'matches'}`;
}

export function formatTime(instant: string): string {
  return new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Such as "98 %". */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Codes such as REPRESENTANTE_LEGAL, which are open vocabularies, and the values of enums; short ones stay. */
export function toWords(code: string): string {
  if (code.length <= 4) return code;
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Named = { name: string; paternalSurname: string | null; maternalSurname: string | null };

export function fullName({ name, paternalSurname, maternalSurname }: Named): string {
  return [name, paternalSurname, maternalSurname].filter(Boolean).join(' ');
}
