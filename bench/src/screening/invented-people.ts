import { pick } from './misspell.ts';

/** For machines without published lists. */
// biome-ignore format: one a line would be a page of them.
const GIVEN = ['JOSE', 'JUAN', 'GUADALUPE', 'LUIS', 'ANA', 'CARLOS', 'ROSA', 'PEDRO', 'XIMENA', 'HECTOR', 'ANGEL', 'RAUL', 'SOFIA'];
// biome-ignore format: one a line would be a page of them.
const SURNAMES = ['LOPEZ', 'GARCIA', 'HERNANDEZ', 'GONZALEZ', 'PEREZ', 'RAMIREZ', 'CRUZ', 'FLORES', 'MORALES', 'VAZQUEZ', 'REYES'];
// biome-ignore format: one a line would be a page of them.
const TRADES = ['COMERCIALIZADORA', 'TRANSPORTES', 'CONSTRUCTORA', 'GRUPO', 'SERVICIOS', 'INMOBILIARIA', 'DISTRIBUIDORA'];
const SYLLABLES = [
  'MA',
  'RO',
  'LI',
  'TE',
  'CU',
  'SAN',
  'BER',
  'VIL',
  'GO',
  'ZA',
  'PI',
  'NE',
  'DU',
  'QUI',
  'TOR',
  'LEN',
];

/** Returns a fictitious party: two of three are persons, the others companies. Half of the surnames are rare. */
export function inventParty(random: () => number): { name: string; isPerson: boolean } {
  const word = (): string => [1, 2, 3].map(() => pick(SYLLABLES, random)).join('');
  const surname = (): string | undefined => (random() < 0.5 ? word() : pick(SURNAMES, random));
  if (random() < 1 / 3)
    return { name: [pick(TRADES, random), word(), word()].join(' '), isPerson: false };
  return { name: [pick(GIVEN, random), surname(), surname()].join(' '), isPerson: true };
}
