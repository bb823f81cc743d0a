/** Words of numbers in Spanish and English, in capitals without accents, by their value. */
const UNITS = readWords(
  'UNO 1|UNA 1|DOS 2|TRES 3|CUATRO 4|CINCO 5|SEIS 6|SIETE 7|OCHO 8|NUEVE 9|ONE 1|TWO 2|THREE 3|FOUR 4|FIVE 5|SIX 6|SEVEN 7' +
    '|EIGHT 8|NINE 9',
);
const TEENS = readWords(
  'DIEZ 10|ONCE 11|DOCE 12|TRECE 13|CATORCE 14|QUINCE 15|DIECISEIS 16|DIECISIETE 17|DIECIOCHO 18|DIECINUEVE 19|VEINTIUNO 21' +
    '|VEINTIUN 21|VEINTIUNA 21|VEINTIDOS 22|VEINTITRES 23|VEINTICUATRO 24|VEINTICINCO 25|VEINTISEIS 26|VEINTISIETE 27' +
    '|VEINTIOCHO 28|VEINTINUEVE 29|TEN 10|ELEVEN 11|TWELVE 12|THIRTEEN 13|FOURTEEN 14|FIFTEEN 15|SIXTEEN 16|SEVENTEEN 17' +
    '|EIGHTEEN 18|NINETEEN 19',
);
const TENS = readWords(
  'VEINTE 20|TREINTA 30|CUARENTA 40|CINCUENTA 50|SESENTA 60|SETENTA 70|OCHENTA 80|NOVENTA 90|TWENTY 20|THIRTY 30|FORTY 40' +
    '|FOURTY 40|FIFTY 50|SIXTY 60|SEVENTY 70|EIGHTY 80|NINETY 90',
);
const HUNDREDS = readWords(
  'CIEN 100|CIENTO 100|DOSCIENTOS 200|DOSCIENTAS 200|TRESCIENTOS 300|TRESCIENTAS 300|CUATROCIENTOS 400|CUATROCIENTAS 400' +
    '|QUINIENTOS 500|QUINIENTAS 500|SEISCIENTOS 600|SEISCIENTAS 600|SETECIENTOS 700|SETECIENTAS 700|OCHOCIENTOS 800' +
    '|OCHOCIENTAS 800|NOVECIENTOS 900|NOVECIENTAS 900|HUNDRED 100',
);
const SCALES = readWords('MIL 1000|THOUSAND 1000|MILLON 1000000|MILLONES 1000000|MILLION 1000000');
/** Ordinals, each of which is a number by itself and not part of another number. */
const ORDINALS = readWords(
  'PRIMERO 1|PRIMERA 1|PRIMER 1|SEGUNDO 2|SEGUNDA 2|TERCERO 3|TERCERA 3|TERCER 3|CUARTO 4|CUARTA 4|QUINTO 5|QUINTA 5|SEXTO 6|SEXTA 6' +
    '|SEPTIMO 7|SEPTIMA 7|OCTAVO 8|OCTAVA 8|NOVENO 9|NOVENA 9|DECIMO 10|DECIMA 10|FIRST 1|SECOND 2|THIRD 3|FOURTH 4|FIFTH 5' +
    '|SIXTH 6|SEVENTH 7|EIGHTH 8|NINTH 9|TENTH 10',
);
const CONJUNCTIONS: ReadonlySet<string> = new Set(['Y', 'AND']);
/** Digits with the end of an ordinal: 1ST, 2DA. */
const ORDINAL_DIGITS = /^(\d+)(?:ST|ND|RD|TH|ER|RA|RO|DA|DO|TA|TO|VA|VO|MA|MO)$/;

/** Partially parsed number: the completed part, and the open part that a scale may still multiply. */
type PartialNumber = { whole: number; open: number; scale: number };
const EMPTY_NUMBER: PartialNumber = { whole: 0, open: 0, scale: Number.POSITIVE_INFINITY };

/** Replaces numbers in words by digits: DOS MIL DIEZ becomes 2010, VEINTIUNO 21. Other words are unchanged. */
export function replaceNumberWords(words: readonly string[]): string[] {
  const texts: string[] = [];
  for (let index = 0; index < words.length; ) {
    const { text, end } = parseNumberAt(words, index);
    texts.push(text);
    index = end;
  }
  return texts;
}

function parseNumberAt(words: readonly string[], start: number): { text: string; end: number } {
  const word = words[start] ?? '';
  const ordinal = ORDINALS.get(word) ?? ORDINAL_DIGITS.exec(word)?.[1];
  if (ordinal !== undefined) return { text: String(ordinal), end: start + 1 };
  const firstPart = addWord(EMPTY_NUMBER, word);
  if (firstPart === undefined) return { text: word, end: start + 1 };
  const { sum, end } = continueNumber(words, { sum: firstPart, end: start + 1 });
  return { text: String(sum.whole + sum.open), end };
}

type ParsedNumber = { sum: PartialNumber; end: number };

/** Parses the words that continue the number. */
function continueNumber(words: readonly string[], { sum, end }: ParsedNumber): ParsedNumber {
  const word = words[end] ?? '';
  const isJoined = CONJUNCTIONS.has(word) && canContinueWith(sum, words[end + 1]);
  const index = isJoined ? end + 1 : end;
  const nextWord = words[index] ?? '';
  const extended: PartialNumber | undefined = addDigit(sum, nextWord) ?? addWord(sum, nextWord);
  return extended === undefined
    ? { sum, end }
    : continueNumber(words, { sum: extended, end: index + 1 });
}

/** True when a unit may continue a number after a conjunction: TREINTA Y UNO, ONE HUNDRED AND TWO. */
function canContinueWith(sum: PartialNumber, word: string | undefined): boolean {
  return sum.open > 0 && word !== undefined && UNITS.has(word) && addWord(sum, word) !== undefined;
}

/** Adds a digit to a word of tens: FORTY 4. */
function addDigit(sum: PartialNumber, word: string): PartialNumber | undefined {
  const isTens = sum.open % 10 === 0 && sum.open % 100 > 10;
  return isTens && /^[1-9]$/.test(word) ? addToOpen(sum, Number(word)) : undefined;
}

/** Returns the number with one more word; undefined when the word does not continue it. */
function addWord(sum: PartialNumber, word: string): PartialNumber | undefined {
  return (
    addUnit(sum, word) ?? addTens(sum, word) ?? addHundreds(sum, word) ?? applyScale(sum, word)
  );
}

function addUnit(sum: PartialNumber, word: string): PartialNumber | undefined {
  const unit = UNITS.get(word);
  const isOpen = sum.open % 10 === 0 && sum.open % 100 !== 10;
  return unit !== undefined && isOpen ? addToOpen(sum, unit) : undefined;
}

function addTens(sum: PartialNumber, word: string): PartialNumber | undefined {
  const tens = TEENS.get(word) ?? TENS.get(word);
  return tens !== undefined && sum.open % 100 === 0 ? addToOpen(sum, tens) : undefined;
}

/** Adds hundreds to an empty open part. HUNDRED multiplies the unit before it instead: TWO HUNDRED. */
function addHundreds(sum: PartialNumber, word: string): PartialNumber | undefined {
  const hundreds = HUNDREDS.get(word);
  if (hundreds === undefined) return undefined;
  const isMultiplied = word === 'HUNDRED' && sum.open > 0 && sum.open < 10;
  if (isMultiplied) return { ...sum, open: sum.open * hundreds };
  return sum.open === 0 ? addToOpen(sum, hundreds) : undefined;
}

/** Multiplies the open part by a scale smaller than the previous scale: DOS MIL, TRES MILLONES. */
function applyScale(
  { whole, open, scale }: PartialNumber,
  word: string,
): PartialNumber | undefined {
  const times = SCALES.get(word);
  if (times === undefined || times >= scale) return undefined;
  return { whole: whole + Math.max(open, 1) * times, open: 0, scale: times };
}

function addToOpen(sum: PartialNumber, value: number): PartialNumber {
  return { ...sum, open: sum.open + value };
}

function readWords(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split('|').map((pair): [string, number] => {
      const [word = '', value] = pair.split(' ');
      return [word, Number(value)];
    }),
  );
}
