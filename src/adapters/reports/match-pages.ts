import { toSpanishCountryName } from '../../domain/countries/country-code.ts';
import { formatSpanishDate } from '../../domain/reports/format-spanish-date.ts';
import { toSpanishTitle } from '../../domain/reports/list-titles.ts';
import type { ReportedEntry, ReportedMatch } from '../../domain/reports/screening-report.ts';
import type { ExplanationItem } from '../../domain/screening/parties/explanation.ts';
import { basisWords } from './basis-words.ts';
import { drawReview } from './decision-table.ts';
import { detailFacts } from './detail-words.ts';
import { TEXT_WIDTH } from './page.ts';
import type { Paper, Part } from './paper.ts';
import { pepFacts } from './pep-words.ts';
import { explanationWord, IDENTIFIER_WORDS, NAME_KIND_WORDS, PARTIES } from './spanish.ts';
import { STYLES } from './styles.ts';
import { drawTable } from './table.ts';

/** Match with its number in the report; `others` are the numbers of matches that may be the same person. */
type Numbered = { match: ReportedMatch; number: number; others: readonly number[]; within: Part };

/** Height of the beginning of a match, which is not divided between pages. */
export const MATCH_HEIGHT = 120;

/** Draws one match: the entry, its facts and the explanation. */
export function drawMatch(paper: Paper, { match, number, others, within }: Numbered): void {
  const { entry } = match;
  paper.makeRoom(MATCH_HEIGHT);
  const section = paper.part('Sect', within);
  paper.write(`${number}. ${entry.name}`, { tag: 'H3', style: STYLES.match, within: section });
  const score = `Puntuación ${match.score.toFixed(3)} de 1`;
  const parts = [
    basisWords(match.items),
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
  for (const [label, text] of factsOf(match)) writeFact(paper, { label, text, within: section });
  paper.y += 4;
  drawExplanation(paper, match.items, section);
  if (match.review !== null) drawReview(paper, match.review, section);
  paper.y += 14;
}

/** Writes a label with its text, on one line where it fits. */
function writeFact(
  paper: Paper,
  { label, text, within }: { label: string; text: string; within: Part },
): void {
  paper.write(`${label}: ${text}`, { tag: 'P', style: STYLES.text, within });
}

function factsOf({ entry, matchedName, pep }: ReportedMatch): [string, string][] {
  const facts: [string, string][] = [
    ['Clave de la entrada', entry.entryKey],
    ...pepFacts(pep),
    ['Nombre comparado', matchedName ?? ''],
    ...namesOf(entry),
    ['Identificadores', entry.identifiers.map(identifierText).join('; ')],
    ['Situación', entry.status ?? ''],
    ['Programas', entry.programs.join('; ')],
    ['Nacimiento o constitución', entry.birthDates.map(formatSpanishDate).join('; ')],
    ['Países', [...new Set(entry.countries.map(toSpanishCountryName))].join('; ')],
    ...detailFacts(entry.details, pep === null ? RELATIONS : PEP_DETAILS),
    ['En la lista', `desde el ${formatSpanishDate(entry.validFrom)}${until(entry.validTo)}`],
  ];
  return facts.filter(([, text]) => text !== '');
}

/** Details that the facts of a person in office contain already. */
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

function until(day: string | null): string {
  return day === null ? '' : ` hasta el ${formatSpanishDate(day)}`;
}

/** Returns each name as a fact of its own: names written from right to left would run into their neighbours. */
function namesOf({ names }: ReportedEntry): [string, string][] {
  return names.slice(1).map(({ name, kind }) => [`Otro nombre (${NAME_KIND_WORDS[kind]})`, name]);
}

function identifierText({ kind, value, country }: ReportedEntry['identifiers'][number]): string {
  return `${IDENTIFIER_WORDS[kind]} ${value}${country === null ? '' : ` (${toSpanishCountryName(country)})`}`;
}

/** Returns a compared value as it is printed: days and countries as everywhere in the report. */
function comparedText(feature: ExplanationItem['feature'], value: string | null): string {
  if (value === null) return '—';
  if (feature === 'birth') return value.split('; ').map(formatSpanishDate).join('; ');
  return feature === 'country' ? toSpanishCountryName(value) : value;
}

const COLUMNS = [
  { title: 'Dato', width: 82 },
  { title: 'Consultado', width: 120 },
  { title: 'En la lista', width: 120 },
  { title: 'Similitud', width: 48 },
  { title: 'Peso', width: 42 },
  { title: 'Efecto', width: TEXT_WIDTH - 412 },
];

function drawExplanation(paper: Paper, items: readonly ExplanationItem[], within: Part): void {
  if (items.length === 0) return;
  const rows = items.map(({ feature, query, candidate, score, weight, effect }) => [
    explanationWord(feature),
    comparedText(feature, query),
    comparedText(feature, candidate),
    score.toFixed(3),
    weight.toFixed(3),
    explanationWord(effect),
  ]);
  const styles = { head: STYLES.head, body: STYLES.cell };
  drawTable(paper, { columns: COLUMNS, rows, ...styles, within });
}
