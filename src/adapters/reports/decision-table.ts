import type { MatchDecision, MatchReason, MatchState } from '../../domain/matches/match.ts';
import type { ReportedDecision, ReportedReview } from '../../domain/reports/reported-review.ts';
import { TEXT_WIDTH } from './page.ts';
import type { Paper, StructureElement } from './paper.ts';
import { formatInstant } from './socioeconomic/format-value.ts';
import { STYLES } from './styles.ts';
import { drawTable } from './table.ts';

const STATE_WORDS: Record<MatchState, string> = {
  pending: 'pendiente',
  false_positive: 'descartada (es otra persona)',
  true_match: 'confirmada (es la misma persona)',
  skipped: 'omitida (se confirmó otra coincidencia de la misma lista)',
};

const DECISION_WORDS: Record<MatchDecision, string> = {
  false_positive: 'Se descarta: otra persona',
  true_match: 'Se confirma: la misma persona',
  skipped: 'Se omite: se confirmó otra de la misma lista',
};

const REASON_WORDS: Record<MatchReason, string> = {
  different_birth_date: 'Otra fecha de nacimiento',
  different_identifier: 'Otro identificador',
  different_name: 'Otro nombre',
  different_country: 'Otro país',
  homonym: 'Homónimo',
  same_person: 'La misma persona',
  other: 'Otro motivo, en la nota',
};

/** Columns of the decisions. The last one takes the remaining width. */
const COLUMNS = [
  { title: 'Cuándo', width: 78 },
  { title: 'Quién', width: 118 },
  { title: 'Decisión', width: 96 },
  { title: 'Motivo', width: 84 },
  { title: 'Nota', width: TEXT_WIDTH - 376 },
];

/** Draws the state of the review of a match, and each decision with its user, time, reason and note. */
export function drawReview(paper: Paper, review: ReportedReview, within: StructureElement): void {
  const state = `Revisión: ${STATE_WORDS[review.state]}`;
  paper.y += 4;
  paper.write(state, { tag: 'P', style: STYLES.strong, within });
  if (review.decisions.length === 0) return;
  paper.y += 3;
  const rows = review.decisions.map((decision) => [
    formatInstant(decision.decidedAt),
    describeDecider(decision),
    `${DECISION_WORDS[decision.decision]}${decision.awaitsSecond ? ' (primera de dos)' : ''}`,
    // A skipped match has the reason of the match that was confirmed.
    decision.decision === 'skipped' ? '—' : REASON_WORDS[decision.reason],
    decision.note ?? '—',
  ]);
  const styles = { head: STYLES.head, body: STYLES.cell };
  drawTable(paper, { columns: COLUMNS, rows, ...styles, within });
}

/** Returns the user who recorded the decision, and reviewer and time of a decision made outside, if any. */
function describeDecider({
  decidedBy: { userId, name },
  reviewer,
  resolvedAt,
}: ReportedDecision): string {
  const user =
    name === null ? `Usuario ${userId}, que ya no existe` : `${name} (usuario ${userId})`;
  const at = resolvedAt === null ? null : `el ${formatInstant(resolvedAt)}`;
  if (reviewer === null) return at === null ? user : `${user}; decidido ${at}`;
  const person = [reviewer.name, reviewer.email, at].filter((part) => part !== null).join(', ');
  return `${user}, por ${person}`;
}
