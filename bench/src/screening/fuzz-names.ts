import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { toNamePartyType } from '../../../src/domain/screening/screened-parties.ts';
import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';
import { inventParty } from './invented-people.ts';
import { misspell, pick } from './misspell.ts';

export type FuzzName = { name: string; partyType: PartyType };

/** Short words, many of them all vowels but for a letter. */
const SHORT =
  'HUERTA CRUZ VILLA GOMEZ ORTIZ SOTO VEGA RIOS LEAL LEE KIM OH HUA ALI LAU AVILA OCHOA IZA URE EBRA AYALA'.split(
    ' ',
  );
const GIVEN = ['ANA', 'EVA', 'LUIS', 'HUGO', 'INES', 'ELSA', 'OMAR', 'IAN', 'UBALDO', 'LI'];
const TYPES: readonly PartyType[] = ['natural', 'legal', 'other'];

/** Draws names of the lists and fictitious ones. A third has few and short words, which are hardest to find. */
export function drawNames(
  entries: readonly ListEntry[],
  { count, random }: { count: number; random: () => number },
): FuzzName[] {
  const listed = entries.flatMap(({ names, partyType }) =>
    names.map(({ name }) => ({
      name: name.toUpperCase(),
      partyType: toNamePartyType(partyType),
    })),
  );
  return Array.from({ length: count }, (): FuzzName => {
    const kind = random();
    if (kind < 0.4) return pick(listed, random) ?? { name: '', partyType: 'other' };
    if (kind < 0.7) {
      const { name, isPerson } = inventParty(random);
      return { name, partyType: isPerson ? 'natural' : 'legal' };
    }
    const partyType = pick(TYPES, random) ?? 'other';
    const short = (): string => pick(SHORT, random) ?? '';
    if (kind < 0.85) return { name: [pick(GIVEN, random), short(), short()].join(' '), partyType };
    return { name: kind < 0.93 ? `${short()} ${short()}` : short(), partyType };
  });
}

type Change = (name: string, random: () => number) => string | undefined;

/** Changes that occur when a name is written down. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'as it is': (name) => name,
  'a slip': misspell,
  'two slips': (name, random) => misspell(misspell(name, random) ?? '', random),
  'a vowel or H at an end': slipAtEnd,
  'two of them': (name, random) => slipAtEnd(slipAtEnd(name, random), random),
  'any letter': slipAnywhere,
  'two letters': (name, random) => slipAnywhere(slipAnywhere(name, random), random),
  'words joined': join,
  'joined, a letter': (name, random) => slipAnywhere(join(name, random) ?? '', random),
  'joined, both ends': (name, random) =>
    slipAtEnd(slipAtEnd(join(name, random) ?? '', random), random),
  'a word parted': part,
  'parted, an end': (name, random) => slipAtEnd(part(name, random) ?? '', random),
};

function slipAtEnd(name: string, random: () => number): string {
  const words = name.split(' ');
  const at = Math.floor(random() * words.length);
  const word = words[at] ?? '';
  const [isStart, kind] = [random() < 0.5, random()];
  const letter = pick(Array.from('AEIOUH'), random) ?? '';
  const rest = isStart ? word.slice(1) : word.slice(0, -1);
  if (kind < 0.4 && word.length > 2) return words.with(at, rest).join(' ');
  const kept = kind < 0.7 ? rest : word;
  return words.with(at, isStart ? letter + kept : kept + letter).join(' ');
}

function slipAnywhere(name: string, random: () => number): string {
  const [at, kind] = [Math.floor(random() * name.length), random()];
  const letter = kind < 1 / 3 ? '' : (pick(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), random) ?? '');
  return name.slice(0, at) + letter + name.slice(kind < 2 / 3 ? at + 1 : at);
}

function join(name: string, random: () => number): string | undefined {
  const words = name.split(' ');
  if (words.length < 2) return undefined;
  const at = Math.floor(random() * (words.length - 1));
  return words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`).join(' ');
}

function part(name: string, random: () => number): string | undefined {
  const words = name.split(' ');
  const at = Math.floor(random() * words.length);
  const word = words[at] ?? '';
  if (word.length < 5) return undefined;
  const place = 2 + Math.floor(random() * (word.length - 3));
  return words.with(at, `${word.slice(0, place)} ${word.slice(place)}`).join(' ');
}
