/** Names of countries in the languages that lists are published in, in capital letters without marks, by their code. */
let codes: ReadonlyMap<string, string> | undefined;

/**
 * A country as ISO 3166 has it in two letters, whatever it is called in English or Spanish; what is not known so, in
 * capital letters as it was written.
 */
export function countryCode(text: string): string {
  const written = fold(text);
  codes ??= readCodes();
  return codes.get(written) ?? written;
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** What lists call countries otherwise. */
const OTHERWISE: Record<string, string> = {
  MEX: 'MX',
  'ESTADOS UNIDOS MEXICANOS': 'MX',
  USA: 'US',
  'UNITED STATES OF AMERICA': 'US',
  'ESTADOS UNIDOS DE AMERICA': 'US',
  'ISLAMIC REPUBLIC OF IRAN': 'IR',
  'IRAN ISLAMIC REPUBLIC OF': 'IR',
  'RUSSIAN FEDERATION': 'RU',
  'SYRIAN ARAB REPUBLIC': 'SY',
  'KOREA NORTH': 'KP',
  "DEMOCRATIC PEOPLE'S REPUBLIC OF KOREA": 'KP',
  'DEMOCRATIC PEOPLES REPUBLIC OF KOREA': 'KP',
  'KOREA SOUTH': 'KR',
  'REPUBLIC OF KOREA': 'KR',
  BURMA: 'MM',
  'CONGO DEMOCRATIC REPUBLIC OF THE': 'CD',
  'DEMOCRATIC REPUBLIC OF THE CONGO': 'CD',
  'CONGO REPUBLIC OF THE': 'CG',
  'COTE D IVOIRE': 'CI',
  'UNITED REPUBLIC OF TANZANIA': 'TZ',
  'VIET NAM': 'VN',
  'REPUBLIC OF MOLDOVA': 'MD',
  'BOLIVARIAN REPUBLIC OF VENEZUELA': 'VE',
  'PLURINATIONAL STATE OF BOLIVIA': 'BO',
  PALESTINIAN: 'PS',
  'CZECH REPUBLIC': 'CZ',
  TURKEY: 'TR',
};

function readCodes(): ReadonlyMap<string, string> {
  const known = new Map(Object.entries(OTHERWISE).map(([name, code]) => [fold(name), code]));
  const languages = ['en', 'es'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  for (const code of all) {
    for (const names of languages) {
      const name = names.of(code);
      if (name === undefined) continue;
      known.set(code, code);
      if (!known.has(fold(name))) known.set(fold(name), code);
    }
  }
  return known;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim();
}
