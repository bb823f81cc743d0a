/** Returns a code in words of its own, for codes without words in the catalogue; codes of up to four letters stay. */
export function toWords(code: string): string {
  if (code.length <= 4) return code;
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the words of a code of an open vocabulary. */
export function describeCode(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? toWords(code);
}

type Named = { name: string; paternalSurname: string | null; maternalSurname: string | null };

export function fullName({ name, paternalSurname, maternalSurname }: Named): string {
  return [name, paternalSurname, maternalSurname].filter(Boolean).join(' ');
}
