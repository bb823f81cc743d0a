import { NICKNAMES } from './common-words.ts';
import { KOREAN_SURNAME_VARIANTS } from './korean-surnames.ts';
import { SPANISH_GIVEN_NAMES } from './spanish-names.ts';
import { SPANISH_NICKNAMES } from './spanish-nicknames.ts';

/**
 * Spellings of Russian, Ukrainian and Belarusian given names in passports and in the press, one name per line.
 * Sources: resolution 55 of the Cabinet of Ministers of Ukraine (2010), the instruction of Belarus of 2007 and ICAO
 * Doc 9303 for Russia.
 */
const SLAVIC_VARIANTS = `
  ALEXEY ALEXEI ALEKSEY ALEKSEI ALEKSEJ OLEKSIY OLEKSII OLEKSIJ OLEXIY ALIAKSEI ALYAKSEY
  ALEXANDER ALEKSANDR ALEXANDR ALEKSANDER OLEKSANDR OLEXANDR ALIAKSANDR ALYAKSANDR
  ALEXANDRA ALEKSANDRA OLEKSANDRA ALIAKSANDRA
  VLADIMIR VOLODYMYR VOLODIMIR ULADZIMIR WLADIMIR VLADYMYR
  NIKOLAI NIKOLAY NIKOLAJ MYKOLA MIKOLA MIKALAI MIKALAY
  SERGEY SERGEI SERGEJ SERHIY SERHII SERHIJ SERGIY SERGII SIARHEI SYARHEY
  ANDREY ANDREI ANDREJ ANDRIY ANDRII ANDRIJ
  DMITRY DMITRI DMITRIY DMITRII DMITRIJ DMYTRO DZMITRY DZMITRYI
  EVGENY EVGENIY EVGENII YEVGENY YEVGENIY YEVGENII EVGENI YEVHEN YEVHENII YEVHENIY EVHEN YAUHEN YAUHENI
  MIKHAIL MIKHAYL MYKHAILO MYKHAYLO MIHAIL MIKHAILO MIKHAS
  PAVEL PAVLO PAVAL
  PETR PYOTR PIOTR PETRO PIATRO PYATRO
  IGOR IHOR IHAR
  OLEG OLEH ALEH
  GRIGORY GRIGORIY GRIGORII GRIGORI HRYHORIY HRYHORII RYHOR HRYHOR
  KONSTANTIN KOSTIANTYN KOSTYANTYN KANSTANTSIN
  VASILY VASILIY VASILII VASYL VASIL
  VALENTIN VALENTYN VALIANTSIN VALYANTSIN
  VALERY VALERIY VALERII VALERYI
  YURY YURIY YURII YURI IURII YURYI
  ANATOLY ANATOLIY ANATOLII ANATOLI ANATOL
  VIKTOR VICTOR VIKTAR
  VYACHESLAV VIACHESLAV VIACHASLAU VYACHASLAU
  GENNADY GENNADIY GENNADII HENNADIY HENNADII HENADZ
  GEORGY GEORGIY GEORGII HEORHIY HEORHII HEORHI
  ARTEM ARTYOM ARTSIOM ARTSEM
  ILYA ILIA ILLIA ILLYA
  NIKITA MYKYTA MIKITA
  MAXIM MAKSIM MAKSYM
  ROMAN RAMAN
  STEPAN STSIAPAN
  FEDOR FYODOR FIODOR FEDIR FIODAR
  TIMOFEY TIMOFEI TYMOFII TYMOFIY TSIMAFEI
  ELENA YELENA OLENA ALENA
  OLGA OLHA VOLHA
  IRINA IRYNA
  EKATERINA YEKATERINA KATERYNA KATSIARYNA
  NATALIA NATALYA NATALIYA NATALIIA NATALLIA
  TATIANA TATYANA TETIANA TETYANA TATSIANA
  SVETLANA SVITLANA SVIATLANA
  LYUDMILA LIUDMILA LUDMILA LYUDMYLA LIUDMYLA
  YULIA YULIYA YULIIA IULIIA YULYA
  ANNA HANNA GANNA
  GALINA HALYNA HALINA
  MARINA MARYNA
  DARIA DARYA DARIIA DARYIA
  VALENTINA VALENTYNA VALIANTSINA
`;

/** Given names of three letters with a diminutive. SPANISH_GIVEN_NAMES has longer names only. */
const SHORT_GIVEN_NAMES: ReadonlySet<string> = new Set(['ANA', 'EVA', 'LUZ', 'PAZ', 'IDA', 'ADA']);

/** Pairs of a spelling and the name it stands for. */
const SPELLINGS: readonly (readonly [text: string, name: string])[] = [
  ...readLines(SPANISH_NICKNAMES),
  ...NICKNAMES,
  ...readLines(SLAVIC_VARIANTS),
  ...KOREAN_SURNAME_VARIANTS,
];

const NAMES_BY_SPELLING = groupValues(SPELLINGS);
const SPELLINGS_BY_NAME = groupValues(SPELLINGS.map(([text, name]) => [name, text]));
const SPANISH_NAMES_BY_NICKNAME = groupValues(readLines(SPANISH_NICKNAMES));
const SLAVIC_BASES = groupValues(readLines(SLAVIC_VARIANTS));
const SLAVIC_NAMES: ReadonlySet<string> = new Set([...SLAVIC_BASES.values()].flat());
const NO_NAMES: readonly string[] = [];

function readLines(lines: string): (readonly [text: string, name: string])[] {
  return lines.split('\n').flatMap((line) => {
    const [name = '', ...texts] = line.trim().split(' ');
    return texts.map((text): [string, string] => [text, name]);
  });
}

function groupValues(
  pairs: readonly (readonly [key: string, value: string])[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(pairs, ([key]) => key)].map(([key, group]) => [
      key,
      [...new Set(group.map(([, value]) => value))],
    ]),
  );
}

/** Returns the names of which this is a nickname, spelling variant or diminutive; mostly none. */
export function listBaseNames(text: string): readonly string[] {
  const names = [
    ...(NAMES_BY_SPELLING.get(text) ?? NO_NAMES),
    ...listDiminutiveBases(text),
    ...listBalticBases(text),
  ];
  return names.length === 0 ? NO_NAMES : [...new Set(names)];
}

/** Returns the listed nicknames and spelling variants of a name. Diminutives are not listed. */
export function listNicknames(name: string): readonly string[] {
  return SPELLINGS_BY_NAME.get(name) ?? NO_NAMES;
}

/** Endings of names of men in Latvian and Lithuanian. */
const BALTIC_ENDING = /(?<=.{3})[AIU]?S$/;

/**
 * Resolves Slavic given names with the ending that Latvian and Lithuanian add: SERGEJS is SERGEY. Source: regulation
 * 114 of the Cabinet of Latvia (2004) on names of persons in other languages.
 */
function listBalticBases(text: string): readonly string[] {
  const stem = text.replace(BALTIC_ENDING, '');
  if (stem === text) return NO_NAMES;
  return SLAVIC_NAMES.has(stem) ? [stem] : (SLAVIC_BASES.get(stem) ?? NO_NAMES);
}

const DIMINUTIVE = /^(.{2,}?)C?IT([OA]S?)$/;
/** Spellings of the last consonant before -ITO, with the letter before A, O and U: PAQUITO, HUGUITO, CRUCITA. */
const RESPELLINGS: readonly (readonly [pattern: RegExp, letter: string])[] = [
  [/QU$/, 'C'],
  [/GU$/, 'G'],
  [/C$/, 'Z'],
];

/**
 * Resolves Spanish diminutives of names and of nicknames: JUANITO is JUAN, TERESITA is TERESA, CARLITOS is CARLOS,
 * PEPITO is JOSE. BENITO is unchanged because BEN is no Spanish name.
 */
function listDiminutiveBases(text: string): string[] {
  const [, stem, end] = DIMINUTIVE.exec(text) ?? [];
  if (stem === undefined || end === undefined) return [];
  const respeltStems = RESPELLINGS.flatMap(([pattern, letter]) =>
    pattern.test(stem) ? [stem.replace(pattern, letter)] : [],
  );
  const bases = [stem, ...respeltStems].flatMap((base) => [base + end, base, `${base}E`]);
  const name = bases.find((base) => SPANISH_GIVEN_NAMES.has(base) || SHORT_GIVEN_NAMES.has(base));
  const names = bases.flatMap((base) => SPANISH_NAMES_BY_NICKNAME.get(base) ?? []);
  return name === undefined ? names : [name, ...names];
}
