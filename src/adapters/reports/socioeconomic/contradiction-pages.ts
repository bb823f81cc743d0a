import type {
  ContradictingField,
  Contradiction,
  ContradictionKind,
} from '../../../domain/socioeconomic/contradictions/contradiction.ts';
import type { SocioeconomicReportDocument } from '../../../domain/socioeconomic/report.ts';
import type { Paper } from '../paper.ts';
import { type ClosingSection, createListSection } from './list-section.ts';
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
  stored_name: 'El nombre no es el que está registrado',
  stored_screening: 'La búsqueda en listas más reciente tiene otro resultado',
  sources_differ: 'Otra fuente tiene un valor distinto',
};

/** Values that contradict each other, and the reason, as printed. */
export type ContradictionRow = [values: string, reason: string];

/**
 * Lists the contradictions of a report. Undefined for a report that was finalized before the gateway checked for them.
 */
export function listContradictionRows(
  { contradictions, sections }: SocioeconomicReportDocument,
  names: UserNames,
): ContradictionRow[] | undefined {
  const titles = new Map<string, string>(
    sections.map(({ key, number, title }) => [key, `${number}. ${title}`]),
  );
  return contradictions?.map((contradiction): ContradictionRow => {
    const values = contradiction.fields.map((field) => describeField(field, titles));
    return [values.join('; '), describeReason(contradiction, names)];
  });
}

function describeField(
  { section, row, label }: ContradictingField,
  titles: ReadonlyMap<string, string>,
): string {
  const rowText = typeof row === 'number' ? `, renglón ${row + 1}` : '';
  return `${label}${rowText} (${titles.get(section) ?? section})`;
}

function describeReason({ kind, sources = [] }: Contradiction, names: UserNames): string {
  if (sources.length === 0) return KIND_TEXTS[kind];
  return `${KIND_TEXTS[kind]}: ${describeSources(sources, names).join(', ')}`;
}

/** Creates the section of the values that contradict each other. `heightBelow` stays on the page of its end. */
export function createContradictionSection(
  paper: Paper,
  rows: readonly ContradictionRow[],
  heightBelow: number,
): ClosingSection {
  const columns = [
    { title: 'Datos', width: 230 },
    { title: 'Motivo', width: paper.textWidth - 230 },
  ];
  const title = 'Datos que no concuerdan';
  const table = { columns, rows };
  return createListSection(paper, { title, nothing: 'Ninguno.', table, heightBelow });
}
