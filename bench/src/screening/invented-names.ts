import { join } from 'node:path';
import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';
import { createRandom } from '../stats.ts';
import { readRows } from './list-files.ts';
import { pick } from './misspell.ts';

export type Invented = { name: string; partyType: PartyType };

/** Shares of office holders of the world, of Mexico, and of companies. */
const SHARES = { world: 0.5, mexican: 0.25 };
const LATIN = /^[\p{Script=Latin} .'-]+$/u;

/**
 * Returns fictitious names that recombine given names and surnames of office holders and words of Mexican companies.
 */
export async function inventNames(
  folder: string,
  { seed, count }: { seed: number; count: number },
): Promise<Invented[]> {
  const random = createRandom(seed);
  const [leaders, deputies, companies] = await Promise.all([
    readRows(join(folder, 'pep', 'cia_world_leaders_2019.csv')),
    readRows(join(folder, 'pep', 'mx_congreso_LXIV.csv')),
    readRows(join(folder, 'sat69', 'Exigibles.csv')),
  ]);
  const world = leaders
    .slice(1)
    .map(([name = '']) => name)
    .filter((name) => LATIN.test(name) && /^\S*\p{Ll}.* [^\p{Ll}]+$/u.test(name));
  const mexican = deputies.slice(1).map(([name = '']) => name.split(' '));
  const firms = companies.filter((row) => row[2] === 'M').map((row) => row[1] ?? '');
  return Array.from({ length: count }, (_, at): Invented => {
    if (at < count * SHARES.world) return { name: mixLeader(world, random), partyType: 'natural' };
    const isMexican = at < count * (SHARES.world + SHARES.mexican);
    if (isMexican) return { name: mixMexican(mexican, random), partyType: 'natural' };
    return { name: mixCompany(firms, random), partyType: 'legal' };
  });
}

/** The list writes surnames in capitals. */
function mixLeader(names: readonly string[], random: () => number): string {
  const given = (pick(names, random) ?? '')
    .split(' ')
    .filter((word) => word !== word.toUpperCase());
  const surname = (pick(names, random) ?? '')
    .split(' ')
    .filter((word) => word === word.toUpperCase());
  return [...given, ...surname].join(' ');
}

function mixMexican(names: readonly string[][], random: () => number): string {
  const [one, other, third] = [pick(names, random), pick(names, random), pick(names, random)];
  return [...(one ?? []).slice(0, -2), other?.at(-2), third?.at(-1)].join(' ');
}

function mixCompany(names: readonly string[], random: () => number): string {
  const [one, other] = [pick(names, random) ?? '', pick(names, random) ?? ''];
  const words = one.split(' ');
  return [...words.slice(0, Math.ceil(words.length / 2)), ...other.split(' ').slice(1)].join(' ');
}
