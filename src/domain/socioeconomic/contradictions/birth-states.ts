import { foldWords } from '../../extraction/fold-text.ts';

/** Names of the states, each with the two letters that a CURP has for it. */
const STATES: Readonly<Record<string, string>> = {
  AGUASCALIENTES: 'AS',
  'BAJA CALIFORNIA': 'BC',
  'BAJA CALIFORNIA SUR': 'BS',
  CAMPECHE: 'CC',
  CHIAPAS: 'CS',
  CHIHUAHUA: 'CH',
  'CIUDAD DE MEXICO': 'DF',
  COAHUILA: 'CL',
  COLIMA: 'CM',
  'DISTRITO FEDERAL': 'DF',
  DURANGO: 'DG',
  'ESTADO DE MEXICO': 'MC',
  GUANAJUATO: 'GT',
  GUERRERO: 'GR',
  HIDALGO: 'HG',
  JALISCO: 'JC',
  MICHOACAN: 'MN',
  MORELOS: 'MS',
  NAYARIT: 'NT',
  'NUEVO LEON': 'NL',
  OAXACA: 'OC',
  PUEBLA: 'PL',
  QUERETARO: 'QT',
  'QUINTANA ROO': 'QR',
  'SAN LUIS POTOSI': 'SP',
  SINALOA: 'SL',
  SONORA: 'SR',
  TABASCO: 'TC',
  TAMAULIPAS: 'TS',
  TLAXCALA: 'TL',
  VERACRUZ: 'VZ',
  YUCATAN: 'YN',
  ZACATECAS: 'ZS',
};

/**
 * Returns the CURP codes of the states that a text names. A name within that of another state, BAJA CALIFORNIA SUR,
 * does not count.
 */
export function findStates(text: string): Set<string> {
  let textLeft = ` ${foldWords(text)} `;
  const longestFirst = Object.entries(STATES).toSorted(([a], [b]) => b.length - a.length);
  const codes = new Set<string>();
  for (const [name, code] of longestFirst) {
    if (!textLeft.includes(` ${name} `)) continue;
    codes.add(code);
    textLeft = textLeft.replaceAll(` ${name} `, '  ');
  }
  return codes;
}
