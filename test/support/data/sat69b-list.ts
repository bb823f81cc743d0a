export type TaxpayerRow = {
  rfc: string;
  name: string;
  situation: string;
  presumed?: string;
  /** The days of these notices, in columns that are there where a row has one. */
  definitive?: string;
  ruled?: string;
};

const DEFINITIVE_HEADERS = [
  'Número y fecha de oficio global de definitivos SAT',
  'Publicación página SAT definitivos',
  'Número y fecha de oficio global de sentencia favorable SAT',
  'Publicación página SAT sentencia favorable',
];

const MONTHS = ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio'];

/** Creates an article 69-B list in the format and encoding (windows-1252) of the SAT, dated 2024: "2024-05-17". */
export function makeSat69bList(
  day: string,
  rows: readonly TaxpayerRow[],
  article = '69-B',
): Buffer {
  const [year, month, date] = day.split('-').map(Number);
  const spoken = `${date} de ${MONTHS[(month ?? 1) - 1]} de ${year}`;
  const isLong = rows.some((row) => `${row.definitive ?? ''}${row.ruled ?? ''}` !== '');
  const header = [
    'No',
    'RFC',
    'Nombre del Contribuyente',
    'Situación del contribuyente',
    'Número y fecha de oficio global de presunción SAT',
    'Publicación página SAT presuntos',
    ...(isLong ? DEFINITIVE_HEADERS : []),
  ];
  const lines = [
    [`Información actualizada al ${spoken}; los listados se publican sin más`],
    [`Listado completo de contribuyentes (Artículo ${article} del CFF)`],
    header,
    ...rows.map((row, index) => [
      String(index + 1),
      row.rfc,
      row.name,
      row.situation,
      '500-05-2018-1 de fecha 1 de junio de 2018',
      row.presumed ?? '01/06/2018',
      ...(isLong ? ['', row.definitive ?? '', '', row.ruled ?? ''] : []),
    ]),
  ];
  const text = lines.map((cells) => cells.map(quote).join(',')).join('\r\n');
  return Buffer.from(`${text}\r\n`, 'latin1');
}

function quote(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
