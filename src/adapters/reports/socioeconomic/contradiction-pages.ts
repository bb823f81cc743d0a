import type { ContradictionKind } from '../../../domain/socioeconomic/contradictions/contradiction.ts';
import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { drawTable } from '../table.ts';
import { startSection } from './section-pages.ts';

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

/**
 * Draws a table of the values that contradict each other. Draws nothing in a report that was finalized before the
 * gateway checked for contradictions.
 */
export function drawContradictions(
  paper: Paper,
  { contradictions, missing, sections }: SocioeconomicReportDocument,
): void {
  if (contradictions === undefined) return;
  const height = contradictions.length + missing.length === 0 ? HEIGHT_TO_END : 40;
  const within = startSection(paper, 'Datos que no concuerdan', { height });
  if (contradictions.length === 0) {
    paper.write('Ninguno.', { tag: 'P', style: STYLES.text, within });
    paper.y += 8;
    return;
  }
  const titles = new Map(sections.map(({ key, number, title }) => [key, `${number}. ${title}`]));
  const columns = [
    { title: 'Datos', width: 230 },
    { title: 'Motivo', width: paper.textWidth - 230 },
  ];
  const rows = contradictions.map(({ kind, fields }) => [
    fields.map(({ section, label }) => `${label} (${titles.get(section) ?? section})`).join('; '),
    KIND_TEXTS[kind],
  ]);
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 12;
}
