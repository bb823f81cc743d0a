import type { PepRelation } from '../../domain/lists/pep-relation.ts';
import { formatSpanishDate } from '../../domain/reports/format-spanish-date.ts';
import type { PepFacts, PepOffice } from '../../domain/reports/pep-facts.ts';
import { PEP_CLASS_WORDS, PEP_RELATION_WORDS, TENURE_WORDS } from './spanish.ts';

/**
 * Returns, as label and text, the class, tenure and offices of a politically exposed person, and its relations to
 * persons in office. Returns nothing for another person.
 */
export function describePep(pep: PepFacts | null): [string, string][] {
  if (pep === null) return [];
  return [
    ['Clase', pep.pepClass === null ? '' : PEP_CLASS_WORDS[pep.pepClass]],
    ['Encargo', pep.tenure === null ? '' : TENURE_WORDS[pep.tenure]],
    ['Cargos', pep.offices.map(formatOffice).join('; ')],
    ...pep.relations.map(toRelationFact),
  ];
}

function formatOffice({ position, from, to, status }: PepOffice): string {
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

function toRelationFact({
  kind,
  name,
  key,
  relationship,
  office,
  from,
  to,
}: PepRelation): [string, string] {
  const word = relationship === null ? '' : ` («${relationship}» en la lista)`;
  const details = [
    office,
    from === null ? null : `desde ${formatSpanishDate(from)}`,
    to === null ? null : `hasta ${formatSpanishDate(to)}`,
  ].filter((part) => part !== null);
  return [`${PEP_RELATION_WORDS[kind]} de`, [`${name} (${key})${word}`, ...details].join(', ')];
}
