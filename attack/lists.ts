const FOLDER = new URL('../demo/lists/', import.meta.url);

const PERSONS = 20_000;
const RFCS = 5_000;
const ROWS_OF_RFC = 10;

const FIRST = [
  'JOSE',
  'JUAN',
  'MARIA',
  'LUIS',
  'CARLOS',
  'ROSA',
  'ANA',
  'PEDRO',
  'MIGUEL',
  'LAURA',
];
const LAST = [
  'GARCIA',
  'HERNANDEZ',
  'MARTINEZ',
  'LOPEZ',
  'GONZALEZ',
  'PEREZ',
  'SANCHEZ',
  'RAMIREZ',
  'CRUZ',
  'FLORES',
];

/** Of one service, or of all where that is left out; the files are invented, or beside the demo. */
export type AttackedList = {
  code: string;
  service?: string;
  file: { name: string; text: string } | { path: string };
};

/** A name of eight words, each of which thousands have. */
export function personOf(n: number): string {
  const at = (words: readonly string[], place: number): string =>
    words[Math.floor(n / words.length ** place) % words.length] ?? '';
  const names = [0, 1, 2, 3].map((place) => at(FIRST, place));
  return [...names, ...[3, 2, 1, 0].map((place) => at(LAST, place))].join(' ');
}

const DAY_MS = 86_400_000;

/** Of one person each, born one day after the other. */
function rfcOf(n: number): string {
  const day = new Date(Date.UTC(1950, 0, 1) + n * DAY_MS).toISOString().slice(2, 10);
  return `AICR${day.replaceAll('-', '')}AB1`;
}

export const LISTED_RFCS = Array.from({ length: RFCS }, (_, n) => rfcOf(n));

function firmes(): string {
  const head =
    'RFC,RAZON SOCIAL,TIPO PERSONA,SUPUESTO,FECHA DE PRIMERA PUBLICACION,ENTIDAD FEDERATIVA';
  const rows = LISTED_RFCS.flatMap((rfc, n) =>
    Array.from(
      { length: ROWS_OF_RFC },
      (_, row) =>
        `${rfc},${personOf(n)},F,FIRMES,${String(row + 1).padStart(2, '0')}/08/2023,PUEBLA`,
    ),
  );
  return `${[head, ...rows].join('\n')}\n`;
}

/** As many names of the same few words as a list may well have, and as many rows of an RFC as are answered. */
export const ATTACKED_LISTS: readonly AttackedList[] = [
  {
    code: 'custom:todos',
    service: 'attacker',
    file: {
      name: 'todos.csv',
      text: `name\n${Array.from({ length: PERSONS }, (_, n) => personOf(n)).join('\n')}\n`,
    },
  },
  { code: 'sat69-firmes', file: { name: 'firmes.csv', text: firmes() } },
  { code: 'ofac-sdn', file: { path: new URL('ofac-sdn.csv', FOLDER).pathname } },
];
