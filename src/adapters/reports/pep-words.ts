import type { PepRelation } from '../../domain/lists/pep-relation.ts';
import { formatSpanishDate } from '../../domain/reports/format-spanish-date.ts';
import type { PepFacts, PepOffice } from '../../domain/reports/pep-facts.ts';
import { PEP_CLASS_WORDS, PEP_RELATION_WORDS, TENURE_WORDS } from './spanish.ts';

/** Returns the offices of a politically exposed person, and the persons in office whose relative or associate it is. */
export function pepFacts(pep: PepFacts | null): [string, string][] {
  if (pep === null) return [];
  return [
    ['Clase', pep.pepClass === null ? '' : PEP_CLASS_WORDS[pep.pepClass]],
    ['Encargo', pep.tenure === null ? '' : TENURE_WORDS[pep.tenure]],
    ['Cargos', pep.offices.map(officeText).join('; ')],
    ...pep.relations.map(relationFact),
  ];
}

function officeText({ position, from, to, status }: PepOffice): string {
  const state = status === null ? null : (OFFICE_STATES[status] ?? status);
  const dates = [
    from === null ? null : `desde ${formatSpanishDate(from)}`,
    to === null ? null : `hasta ${formatSpanishDate(to)}`,
  ];
  return [position ?? 'sin nombre en la lista', ...dates, state]
    .filter((part) => part !== null)
    .join(', ');
}

const OFFICE_STATES: Readonly<Record<string, string>> = {
  current: 'vigente',
  ended: 'concluido',
  unknown: 'no consta si está vigente',
};

function relationFact({
  kind,
  name,
  key,
  relationship,
  office,
  from,
  to,
}: PepRelation): [string, string] {
  const word = relationship === null ? '' : ` («${relationship}» en la lista)`;
  const held = [
    office,
    from === null ? null : `desde ${formatSpanishDate(from)}`,
    to === null ? null : `hasta ${formatSpanishDate(to)}`,
  ].filter((part) => part !== null);
  return [`${PEP_RELATION_WORDS[kind]} de`, [`${name} (${key})${word}`, ...held].join(', ')];
}
