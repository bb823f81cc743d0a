import { join } from 'node:path';
import { createRandom } from '../stats.ts';
import { readRows } from './list-files.ts';
import { pick } from './misspell.ts';

/** Lists that the SAT publishes with hundreds of thousands of rows, and how many names each gets. */
const RECOMBINED = {
  'sat69-firmes': 264_000,
  'sat69-cancelados': 182_000,
  'sat69-no-localizados': 90_000,
} as const;
export type RecombinedCode = keyof typeof RECOMBINED;

const GROUNDS: Readonly<Record<RecombinedCode, string>> = {
  'sat69-firmes': 'FIRMES',
  'sat69-cancelados': 'CANCELADOS',
  'sat69-no-localizados': 'NO LOCALIZADOS',
};

type Parts = { persons: string[][]; companies: string[][] };

/** Returns the words of persons and of companies in the SAT lists. */
export async function readParts(folder: string): Promise<Parts> {
  const [due, listed] = await Promise.all([
    readRows(join(folder, 'sat69', 'Exigibles.csv')),
    readRows(join(folder, 'sat69b', 'Listado_Completo_69-B.2023-01.csv')),
  ]);
  const named = [
    ...due.map((row) => ({ rfc: row[0] ?? '', name: row[1] ?? '' })),
    ...listed.map((row) => ({ rfc: row[1] ?? '', name: row[2] ?? '' })),
  ];
  const wordsOf = (length: number): string[][] =>
    named
      .filter(({ rfc }) => rfc.length === length)
      .map(({ name }) => name.trim().split(/\s+/))
      .filter((words) => words.length > 1);
  return { persons: wordsOf(13), companies: wordsOf(12) };
}

/** Returns an article 69 list in the format of the SAT with recombined names, half of them of persons. */
export function recombine(
  parts: Parts,
  { seed, code }: { seed: number; code: RecombinedCode },
): string {
  const random = createRandom(seed);
  const lines = Array.from({ length: RECOMBINED[code] }, (_, at) => {
    const isPerson = at % 2 === 0;
    const name = isPerson ? mixPerson(parts.persons, random) : mixCompany(parts.companies, random);
    const rfc = makeRfc(isPerson ? 4 : 3, random);
    return `${rfc},"${name.replaceAll('"', '')}",${isPerson ? 'F' : 'M'},${GROUNDS[code]},01/02/2024,JALISCO`;
  });
  return `${HEADER}\r\n${lines.join('\r\n')}\r\n`;
}

const HEADER =
  'RFC,RAZÓN SOCIAL,TIPO PERSONA,SUPUESTO,FECHAS DE PRIMERA PUBLICACION,ENTIDAD FEDERATIVA';

/** One's first surname, another's second, and a third's given names. */
function mixPerson(persons: readonly string[][], random: () => number): string {
  const [one, other, third] = [pick(persons, random), pick(persons, random), pick(persons, random)];
  return [one?.[0], other?.[1], ...(third ?? []).slice(2)].join(' ');
}

/** The first words of one and the last of another, which have the legal form. */
function mixCompany(companies: readonly string[][], random: () => number): string {
  const [one, other] = [pick(companies, random) ?? [], pick(companies, random) ?? []];
  return [...one.slice(0, 2), ...other.slice(1)].join(' ');
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HOMOCLAVE = `${LETTERS}0123456789`;

function makeRfc(letters: number, random: () => number): string {
  const digits = (count: number, least: number, most: number): string =>
    String(least + Math.floor(random() * (most - least + 1))).padStart(count, '0');
  const some = (count: number, from: string): string =>
    Array.from({ length: count }, () => pick(Array.from(from), random)).join('');
  const day = digits(2, 50, 99) + digits(2, 1, 12) + digits(2, 1, 28);
  return some(letters, LETTERS) + day + some(3, HOMOCLAVE);
}
