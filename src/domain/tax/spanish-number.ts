const SMALL =
  'CERO UNO DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISEIS DIECISIETE DIECIOCHO DIECINUEVE VEINTE'.split(
    ' ',
  );
const TENS = 'TREINTA CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA'.split(' ');
const HUNDREDS =
  'CIENTO DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS SEISCIENTOS SETECIENTOS OCHOCIENTOS NOVECIENTOS'.split(
    ' ',
  );

/** Returns an integer from 0 to 999,999 in Spanish words, without accents and without `Y`. */
export function toSpanishWords(value: number): string[] {
  const small = SMALL[value];
  if (small !== undefined) return [small];
  if (value < 30) return [`VEINTI${SMALL[value - 20] ?? ''}`];
  if (value < 100) return withRemainder(TENS[Math.floor(value / 10) - 3], value % 10);
  if (value === 100) return ['CIEN'];
  if (value < 1000) return withRemainder(HUNDREDS[Math.floor(value / 100) - 1], value % 100);
  const thousands = Math.floor(value / 1000);
  const thousandWords = thousands === 1 ? [] : toSpanishWords(thousands);
  return [...thousandWords, ...withRemainder('MIL', value % 1000)];
}

function withRemainder(word = '', remainder: number): string[] {
  return remainder === 0 ? [word] : [word, ...toSpanishWords(remainder)];
}
