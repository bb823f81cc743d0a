import { computeCurpCheckDigit, parseCurp, type Sex } from '../../../src/domain/tax/curp.ts';
import { computeHomoclave } from '../../../src/domain/tax/homoclave.ts';
import { toPersonFullName, toPersonLetters } from '../../../src/domain/tax/person-letters.ts';
import { computeRfcCheckDigit } from '../../../src/domain/tax/rfc-check-digit.ts';
import type { Chance } from './chance.ts';

/** Fictitious person with a name of common words and the ids that follow from it. */
export type InventedPerson = {
  given: string;
  paternal: string;
  maternal: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  sex: Sex;
  state: string;
  curp: string;
  rfc: string;
  street: string;
  number: string;
  neighborhood: string;
  postalCode: string;
  municipality: string;
  stateName: string;
  stateShort: string;
};

// biome-ignore format: one a line would be a page of them.
const WOMEN = ['MARÍA FERNANDA', 'SOFÍA', 'ÁNGELES GUADALUPE', 'XIMENA', 'MARÍA DE LOS ÁNGELES', 'LUCÍA', 'BEGOÑA', 'INÉS', 'ROSA ELENA', 'VERÓNICA', 'ANA KAREN', 'MARTHA PATRICIA', 'ITZEL', 'YOLANDA', 'MA DEL CARMEN'];
// biome-ignore format: one a line would be a page of them.
const MEN = ['JOSÉ LUIS', 'ÁNGEL', 'ÍÑIGO', 'RAÚL', 'HÉCTOR MANUEL', 'JUAN PABLO', 'ÓSCAR', 'MARTÍN', 'FRANCISCO JAVIER', 'SEBASTIÁN', 'CARLOS', 'MIGUEL ÁNGEL', 'JOSÉ DE JESÚS', 'HUGO', 'WENCESLAO MAXIMILIANO'];
// biome-ignore format: one a line would be a page of them.
const SURNAMES = ['PEÑALOZA', 'NÚÑEZ', 'MUÑOZ', 'IBÁÑEZ', 'GARCÍA', 'HERNÁNDEZ', 'MARTÍNEZ', 'LÓPEZ', 'GONZÁLEZ', 'ÁVILA', 'ZÚÑIGA', 'CASTAÑEDA', 'ROBLES', 'TORRES', 'VÁZQUEZ', 'QUIÑONES', 'ECHEVERRÍA', 'SALGADO', 'DE LA CRUZ', 'DEL RÍO', 'XOCHIHUA', 'WALLS', 'YÁÑEZ', 'ORDÓÑEZ', 'KURI', 'FIERRO', 'BUSTAMANTE', 'MONTEMAYOR', 'VILLASEÑOR', 'UGARTE'];
// biome-ignore format: one a line would be a page of them.
const STREETS = ['AV INSURGENTES SUR', 'CALLE NIÑOS HÉROES', 'PRIVADA LOS PINOS', 'BLVD ADOLFO LÓPEZ MATEOS', 'CALLE 5 DE MAYO', 'CERRADA DEL MORAL', 'CALZADA DE TLALPAN', 'ANDADOR PEÑA BLANCA'];
// biome-ignore format: one a line would be a page of them.
const NEIGHBORHOODS = ['CENTRO', 'DEL VALLE', 'LA PAZ', 'SAN ÁNGEL', 'LAS PEÑAS', 'INDEPENDENCIA', 'JARDINES DEL SUR', 'BENITO JUÁREZ'];
const PLACES = [
  { state: 'DF', stateName: 'CIUDAD DE MÉXICO', short: 'CDMX', place: 'COYOACÁN', code: '04' },
  { state: 'PL', stateName: 'PUEBLA', short: 'PUE.', place: 'PUEBLA', code: '72' },
  { state: 'JC', stateName: 'JALISCO', short: 'JAL.', place: 'ZAPOPAN', code: '45' },
  { state: 'NL', stateName: 'NUEVO LEÓN', short: 'N.L.', place: 'MONTERREY', code: '64' },
  { state: 'YN', stateName: 'YUCATÁN', short: 'YUC.', place: 'MÉRIDA', code: '97' },
  { state: 'QT', stateName: 'QUERÉTARO', short: 'QRO.', place: 'QUERÉTARO', code: '76' },
];
const CONSONANTS = /[BCDFGHJKLMNPQRSTVWXYZÑ]/;

export function inventPerson(chance: Chance): InventedPerson {
  const sex = chance.pick(['female', 'male'] as const);
  const given = chance.pick(sex === 'female' ? WOMEN : MEN);
  const [paternal, maternal] = [chance.pick(SURNAMES), chance.pick(SURNAMES)];
  const birthDate = `${chance.between(1945, 2004)}-${chance.two(1, 12)}-${chance.two(1, 28)}`;
  const place = chance.pick(PLACES);
  const name = { given, paternal, maternal };
  return {
    ...name,
    sex,
    birthDate,
    state: place.state,
    curp: curpOf({ name, birthDate, sex, state: place.state }),
    rfc: rfcOf(name, birthDate),
    street: chance.pick(STREETS),
    number: String(chance.between(1, 2400)),
    neighborhood: chance.pick(NEIGHBORHOODS),
    postalCode: `${place.code}${chance.digits(3)}`,
    municipality: place.place,
    stateName: place.stateName,
    stateShort: place.short,
  };
}

type Name = { given: string; paternal: string; maternal: string };

function rfcOf(name: Name, birthDate: string): string {
  const letters = toPersonLetters(name) ?? 'XXXX';
  const before = letters + shortDate(birthDate) + computeHomoclave(toPersonFullName(name));
  return before + computeRfcCheckDigit(before);
}

type CurpFacts = { name: Name; birthDate: string; sex: Sex; state: string };

function curpOf({ name, birthDate, sex, state }: CurpFacts): string {
  const words = [name.paternal, name.maternal, countingGiven(name.given)].map(plainWord);
  const letters = (toPersonLetters(name) ?? 'XXXX').replaceAll('Ñ', 'X');
  const inner = words.map(innerConsonant).join('');
  const homonym = birthDate < '2000' ? '0' : 'A';
  const before = `${letters}${shortDate(birthDate)}${sex === 'male' ? 'H' : 'M'}${state}${inner}${homonym}`;
  const curp = before + computeCurpCheckDigit(before);
  if (parseCurp(curp) === undefined) throw new Error(`No CURP: ${curp}`);
  return curp;
}

const PARTICLES = new Set(['DE', 'LA', 'LOS', 'DEL']);
const COMMON = new Set(['MARÍA', 'MA', 'JOSÉ']);

function countingGiven(given: string): string {
  const words = given.split(' ').filter((word) => !PARTICLES.has(word));
  const [first = '', second] = words;
  return second !== undefined && COMMON.has(first) ? second : first;
}

function plainWord(text: string): string {
  const word = text.split(' ').find((one) => !PARTICLES.has(one)) ?? text;
  return withoutAccents(word);
}

function innerConsonant(word: string): string {
  const letter = CONSONANTS.exec(word.slice(1))?.[0] ?? 'X';
  return letter === 'Ñ' ? 'X' : letter;
}

/** Removes accents, but keeps Ñ. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<!N)[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function shortDate(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

/** Formats a date as `DD/MM/YYYY`. */
export function dayFirst(date: string, between = '/'): string {
  return date.split('-').toReversed().join(between);
}
