import { toSpanishCountryName } from '../../domain/countries/country-code.ts';
import { formatSpanishDate } from '../../domain/reports/format-spanish-date.ts';
import { toSpanishTitle } from '../../domain/reports/list-titles.ts';
import type { ReportedEntry, ReportedMatch } from '../../domain/reports/screening-report.ts';
import type { ExplanationItem } from '../../domain/screening/parties/explanation.ts';
import { drawReview } from './decision-table.ts';
import { describeBasis } from './describe-basis.ts';
import { describeDetails } from './describe-details.ts';
import { describePep } from './describe-pep.ts';
import { TEXT_WIDTH } from './page.ts';
import type { Paper, StructureElement } from './paper.ts';
import { IDENTIFIER_WORDS, NAME_KIND_WORDS, PARTIES, translateExplanation } from './spanish.ts';
import { STYLES } from './styles.ts';
import { drawTable } from './table.ts';

/** Match with its number in the report; `others` are the numbers of matches that may be the same person. */
type NumberedMatch = {
  match: ReportedMatch;
  number: number;
  others: readonly number[];
  within: StructureElement;
};

/** Height of the beginning of a match, which is not split between pages. */
export const MATCH_HEIGHT = 120;

/** Draws one match: the entry, its facts and the explanation. */
export function drawMatch(paper: Paper, { match, number, others, within }: NumberedMatch): void {
  const { entry } = match;
  paper.ensureHeight(MATCH_HEIGHT);
  const section = paper.addElement('Sect', within);
  paper.write(`${number}. ${entry.name}`, { tag: 'H3', style: STYLES.match, within: section });
  const score = `Puntuación ${match.score.toFixed(3)} de 1`;
  const parts = [
    describeBasis(match.items),
    score,
    toSpanishTitle(entry.source),
    PARTIES[entry.partyType],
  ];
  paper.write(parts.join('  ·  '), { tag: 'P', style: STYLES.strong, within: section });
  paper.y += 3;
  if (others.length > 0) {
    const text = `Podría ser la misma persona que en la coincidencia ${others.join(', ')}. Es una sugerencia; cada coincidencia se decide por separado.`;
    paper.write(text, { tag: 'P', style: STYLES.text, within: section });
  }
  for (const [label, text] of listFacts(match)) writeFact(paper, { label, text, within: section });
  paper.y += 4;
  drawExplanation(paper, match.items, section);
  if (match.review !== null) drawReview(paper, match.review, section);
  paper.y += 14;
}

function writeFact(
  paper: Paper,
  { label, text, within }: { label: string; text: string; within: StructureElement },
): void {
  paper.write(`${label}: ${text}`, { tag: 'P', style: STYLES.text, within });
}

function listFacts({ entry, matchedName, pep }: ReportedMatch): [string, string][] {
  const facts: [string, string][] = [
    ['Clave de la entrada', entry.entryKey],
    ...describePep(pep),
    ['Nombre comparado', matchedName ?? ''],
    ...listFurtherNames(entry),
    ['Identificadores', entry.identifiers.map(formatIdentifier).join('; ')],
    ['Situación', entry.status ?? ''],
    ['Programas', entry.programs.join('; ')],
    ['Nacimiento o constitución', entry.birthDates.map(formatSpanishDate).join('; ')],
    ['Países', [...new Set(entry.countries.map(toSpanishCountryName))].join('; ')],
    ...describeDetails(entry.details, pep === null ? RELATIONS : PEP_DETAILS),
    ['En la lista', `desde el ${formatSpanishDate(entry.validFrom)}${formatEnd(entry.validTo)}`],
  ];
  return facts.filter(([, text]) => text !== '');
}

/**
 * Details that are not printed: relations to office holders, and of a politically exposed person also the offices. Its
 * facts contain both.
 */
const RELATIONS: ReadonlySet<string> = new Set(['relatedTo']);
const PEP_DETAILS: ReadonlySet<string> = new Set([
  ...RELATIONS,
  'office',
  'offices',
  'positions',
  'from',
  'to',
  'startDate',
  'endDate',
]);

function formatEnd(day: string | null): string {
  return day === null ? '' : ` hasta el ${formatSpanishDate(day)}`;
}

/** Returns each further name as its own fact: on one line, right-to-left names would mix with their neighbours. */
function listFurtherNames({ names }: ReportedEntry): [string, string][] {
  return names.slice(1).map(({ name, kind }) => [`Otro nombre (${NAME_KIND_WORDS[kind]})`, name]);
}

function formatIdentifier({ kind, value, country }: ReportedEntry['identifiers'][number]): string {
  return `${IDENTIFIER_WORDS[kind]} ${value}${
    country === null ? '' : ` (${toSpanishCountryName(country)})`
  }`;
}

/** Formats a compared value: dates and countries in Spanish, a missing value as a dash. */
function formatComparedValue(feature: ExplanationItem['feature'], value: string | null): string {
  if (value === null) return '—';
  if (feature === 'birth') return value.split('; ').map(formatSpanishDate).join('; ');
  return feature === 'country' ? toSpanishCountryName(value) : value;
}

/** Columns of the explanation. The last one takes the remaining width. */
const COLUMNS = [
  { title: 'Dato', width: 82 },
  { title: 'Consultado', width: 120 },
  { title: 'En la lista', width: 120 },
  { title: 'Similitud', width: 48 },
  { title: 'Peso', width: 42 },
  { title: 'Efecto', width: TEXT_WIDTH - 412 },
];

function drawExplanation(
  paper: Paper,
  items: readonly ExplanationItem[],
  within: StructureElement,
): void {
  if (items.length === 0) return;
  const rows = items.map(({ feature, query, candidate, score, weight, effect }) => [
    translateExplanation(feature),
    formatComparedValue(feature, query),
    formatComparedValue(feature, candidate),
    score.toFixed(3),
    weight.toFixed(3),
    translateExplanation(effect),
  ]);
  const styles = { head: STYLES.head, body: STYLES.cell };
  drawTable(paper, { columns: COLUMNS, rows, ...styles, within });
}
