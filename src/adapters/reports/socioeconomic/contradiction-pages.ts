import type { ContradictionKind } from '../../../domain/socioeconomic/contradictions/contradiction.ts';
import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { drawTable } from '../table.ts';
import { startSection } from './section-pages.ts';

const WORDS: Record<ContradictionKind, string> = {
  rfc_birth_date: 'La fecha del RFC no es la fecha de nacimiento',
  curp_birth_date: 'La fecha de la CURP no es la fecha de nacimiento',
  rfc_curp: 'El RFC y la CURP no tienen la misma fecha',
  curp_sex: 'El sexo de la CURP es otro',
  curp_birth_state: 'La entidad de la CURP no es la del lugar de nacimiento',
  residents_family: 'El número de habitantes no corresponde a los integrantes del hogar',
  stored_rfc: 'El RFC no es el que está registrado de la persona',
  stored_curp: 'La CURP no es la que está registrada de la persona',
  stored_birth_date: 'La fecha de nacimiento no es la que está registrada de la persona',
};

/** Lists what does not agree in the report; nothing in one that was made final before this was checked. */
export function drawContradictions(
  paper: Paper,
  { contradictions, sections }: SocioeconomicReportDocument,
): void {
  if (contradictions === undefined) return;
  const within = startSection(paper, 'Datos que no concuerdan', { height: 40 });
  if (contradictions.length === 0) {
    paper.write('Ninguno.', { tag: 'P', style: STYLES.text, within });
    paper.y += 12;
    return;
  }
  const titles = new Map(sections.map(({ key, number, title }) => [key, `${number}. ${title}`]));
  const columns = [
    { title: 'Datos', width: 230 },
    { title: 'Motivo', width: paper.textWidth - 230 },
  ];
  const rows = contradictions.map(({ kind, fields }) => [
    fields.map(({ section, label }) => `${label} (${titles.get(section) ?? section})`).join('; '),
    WORDS[kind],
  ]);
  drawTable(paper, { columns, rows, head: STYLES.head, body: STYLES.cell, within });
  paper.y += 12;
}
