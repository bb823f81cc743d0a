import type { ContradictionKind } from '../../../domain/socioeconomic/contradictions/contradiction.ts';
import type {
  DocumentSection,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { drawTable } from '../table.ts';
import { startSection } from './section-pages.ts';
import { describeSources, type UserNames } from './socioeconomic-words.ts';

const KIND_TEXTS: Record<ContradictionKind, string> = {
  rfc_birth_date: 'La fecha que contiene el RFC no es la fecha de nacimiento',
  curp_birth_date: 'La fecha que contiene la CURP no es la fecha de nacimiento',
  rfc_curp: 'El RFC y la CURP contienen fechas distintas',
  curp_sex: 'El sexo que indica la CURP no es el declarado',
  curp_birth_state: 'La entidad que indica la CURP no es la del lugar de nacimiento',
  residents_family: 'El número de residentes no corresponde a los integrantes del hogar',
  stored_rfc: 'El RFC no es el que está registrado',
  stored_curp: 'La CURP no es la que está registrada',
  stored_birth_date: 'La fecha de nacimiento no es la que está registrada',
};

/** Height of this section and those after it when all of them are empty, so that they stay on one page. */
const HEIGHT_TO_END = 146;

/** Values that contradict each other, and the reason, as printed. */
export type ContradictionRow = [values: string, reason: string];

/**
 * Lists the contradictions of a report, and its values for which another source states a different one. Undefined for a
 * report that was finalized before the gateway checked for contradictions.
 */
export function listContradictionRows(
  { contradictions, sections }: SocioeconomicReportDocument,
  names: UserNames,
): ContradictionRow[] | undefined {
  if (contradictions === undefined) return undefined;
  const titles = new Map(sections.map(({ key, number, title }) => [key, `${number}. ${title}`]));
  const contradictionRows = contradictions.map(({ kind, fields }): ContradictionRow => {
    const values = fields.map(
      ({ section, label }) => `${label} (${titles.get(section) ?? section})`,
    );
    return [values.join('; '), KIND_TEXTS[kind]];
  });
  return [...contradictionRows, ...sections.flatMap((section) => listOtherSources(section, names))];
}

/** Lists the values of a section for which another source states a different one. */
function listOtherSources(
  { number, title, fields, groups }: DocumentSection,
  names: UserNames,
): ContradictionRow[] {
  const cells = groups.flatMap(({ columns, rows }) =>
    rows.flatMap((row) => row.map((cell, index) => ({ ...cell, label: columns[index]?.label }))),
  );
  return [...fields, ...cells].flatMap(({ label, contradictedBy = [] }): ContradictionRow[] => {
    if (contradictedBy.length === 0) return [];
    const reason = `Otra fuente tiene un valor distinto: ${describeSources(contradictedBy, names).join(', ')}`;
    return [[`${label ?? ''} (${number}. ${title})`, reason]];
  });
}

/** Draws a table of the values that contradict each other; nothing when they were not checked. */
export function drawContradictions(
  paper: Paper,
  { missing }: SocioeconomicReportDocument,
  rows: ContradictionRow[] | undefined,
): void {
  if (rows === undefined) return;
  const height = rows.length + missing.length === 0 ? HEIGHT_TO_END : 40;
  const within = startSection(paper, 'Datos que no concuerdan', { height });
  if (rows.length === 0) {
    paper.write('Ninguno.', { tag: 'P', style: STYLES.text, within });
    paper.y += 8;
    return;
  }
  const columns = [
    { title: 'Datos', width: 230 },
    { title: 'Motivo', width: paper.textWidth - 230 },
  ];
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 12;
}
