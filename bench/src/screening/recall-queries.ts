import { GENERIC_WORDS } from '../../../src/domain/screening/words/common-words.ts';
import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';
import { createRandom } from '../stats.ts';
import { misspell, pick } from './misspell.ts';

export type RecallQuery = { kind: string; name: string; partyType: PartyType };
export type NamedEntry = { source: string; name: string; partyType: PartyType };

type Change = (name: string, random: () => number) => string | undefined;
type Sample = {
  kind: string;
  count: number;
  from: (entry: NamedEntry) => boolean;
  change: Change;
};

const isTax = ({ source }: NamedEntry): boolean => source.startsWith('sat69');
const isPerson = ({ partyType }: NamedEntry): boolean => partyType === 'natural';
const isTaxPerson = (one: NamedEntry): boolean => isTax(one) && isPerson(one);
const isTaxCompany = (one: NamedEntry): boolean => isTax(one) && !isPerson(one);
const isWatched = (one: NamedEntry): boolean => !isTax(one);
const isLatin = ({ name }: NamedEntry): boolean => /^[A-Z .,'-]+$/i.test(name);
const isGeneral = (one: NamedEntry): boolean =>
  isTaxCompany(one) && one.name.split(' ').filter((word) => GENERIC_WORDS.has(word)).length > 1;

const SAMPLES: readonly Sample[] = [
  { kind: 'person, a slip', count: 7, from: isTaxPerson, change: misspell },
  { kind: 'person, two slips', count: 5, from: isTaxPerson, change: misspellTwice },
  { kind: 'person, other order', count: 4, from: isTaxPerson, change: turn },
  { kind: 'person, a surname less', count: 6, from: isTaxPerson, change: dropSecond },
  { kind: 'company, a slip', count: 6, from: isTaxCompany, change: misspell },
  { kind: 'company, two slips', count: 4, from: isTaxCompany, change: misspellTwice },
  { kind: 'company, general words', count: 5, from: isGeneral, change: misspell },
  {
    kind: 'watch list, a slip',
    count: 6,
    from: (one) => isWatched(one) && isLatin(one),
    change: misspell,
  },
  {
    kind: 'one word, a slip',
    count: 4,
    from: (one) => isWatched(one) && /^[A-Z]{5,}$/i.test(one.name),
    change: misspell,
  },
  {
    kind: 'in Cyrillic',
    count: 4,
    from: (one) => isWatched(one) && isPerson(one) && isLatin(one),
    change: toCyrillic,
  },
];

/** Names that thousands nearly have, as many write them. */
const FREQUENT: readonly Omit<RecallQuery, 'kind'>[] = [
  { name: 'JOSE GARCIA LOPEZ', partyType: 'natural' },
  { name: 'MARIA GUADALUPE HERNANDEZ MARTINEZ', partyType: 'natural' },
  { name: 'JUAN HERNANDEZ', partyType: 'natural' },
  { name: 'HERNANDES GARSIA JOSE LUIS', partyType: 'natural' },
  { name: 'MOHAMED AHMED ALI', partyType: 'natural' },
  { name: 'GRUPO COMERCIAL DE MEXICO', partyType: 'legal' },
  { name: 'SERVICIOS EMPRESARIALES INTEGRALES SA DE CV', partyType: 'legal' },
  { name: 'CONSTRUCCIONES Y SERVICIOS DEL NORTE', partyType: 'legal' },
  { name: 'JOSE', partyType: 'natural' },
  { name: 'JUAN GARCIA', partyType: 'other' },
];

/** Chooses queries, which are the same for the same entries and seed. */
export function chooseQueries(entries: readonly NamedEntry[], seed: number): RecallQuery[] {
  const random = createRandom(seed);
  const chosen = SAMPLES.flatMap(({ kind, count, from, change }) => {
    const some = entries.filter(from);
    const made: RecallQuery[] = [];
    for (let tried = 0; made.length < count && tried < 100; tried += 1) {
      const entry = pick(some, random);
      const name = entry && change(entry.name, random);
      if (entry && name) made.push({ kind, name, partyType: entry.partyType });
    }
    return made;
  });
  return [...chosen, ...FREQUENT.map((one) => ({ kind: 'frequent words', ...one }))];
}

function misspellTwice(name: string, random: () => number): string | undefined {
  const once = misspell(name, random);
  return once && misspell(once, random);
}

function turn(name: string): string | undefined {
  const words = name.split(' ');
  return words.length < 3 ? undefined : [...words.slice(2), ...words.slice(0, 2)].join(' ');
}

function dropSecond(name: string): string | undefined {
  const words = name.split(' ');
  return words.length < 4 ? undefined : words.toSpliced(1, 1).join(' ');
}

const LETTERS =
  'aа bб cк dд eе fф gг hх iи jж kк lл mм nн oо pп qк rр sс tт uу vв wв xх yй zз'.split(' ');

function toCyrillic(name: string): string {
  const byLatin = new Map(LETTERS.map(([from = '', to = '']) => [from, to]));
  return Array.from(name.toLowerCase(), (letter) => byLatin.get(letter) ?? letter).join('');
}
