import type {
  MissingPart,
  ReportedConsent,
  SocioeconomicReportDocument,
} from '../../../domain/socioeconomic/report.ts';
import type { Style } from '../line-breaker.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { BRACKETS } from '../spanish.ts';
import { STYLES } from '../styles.ts';
import { drawTable, measureTable, type TableContent } from '../table.ts';
import { describeVerification, type Proof } from '../verify-code.ts';
import { formatInstant } from './format-value.ts';
import { type ClosingSection, createListSection } from './list-section.ts';
import { measureHeading, type SectionExtra, startSection } from './section-pages.ts';
import { MISSING_WORDS, NOTHING, PURPOSES } from './socioeconomic-words.ts';

/**
 * Creates the content of the consent section: the revocation, and a table with purpose, version, times and evidence.
 */
export function createConsentExtra(paper: Paper, consent: ReportedConsent | null): SectionExtra {
  if (consent === null) {
    const draw = (within: StructureElement): void =>
      paper.write(NOTHING, { tag: 'P', style: STYLES.faint, within });
    return { height: paper.measureHeight([NOTHING], STYLES.faint), isKept: true, draw };
  }
  const { revokedAt } = consent;
  const table = createConsentTable(paper, consent);
  const revocation = revokedAt === null ? undefined : describeRevocation(revokedAt);
  const revokedHeight =
    revocation === undefined
      ? 0
      : paper.measureHeight(paper.wrap(revocation, paper.textWidth, STYLES.strong), STYLES.strong) +
        3;
  return {
    height: revokedHeight + measureTable(paper, table),
    isKept: true,
    draw: (within) => {
      if (revocation !== undefined) {
        paper.write(revocation, { tag: 'P', style: STYLES.strong, within });
        paper.y += 3;
      }
      drawTable(paper, { ...table, within });
    },
  };
}

function createConsentTable(paper: Paper, consent: ReportedConsent): TableContent {
  const { purpose, textVersion, givenAt, recordedAt, evidenceSha256 } = consent;
  const rows = [
    ['Finalidad', PURPOSES[purpose]],
    ['Versión del aviso', textVersion],
    ['Otorgado el', formatInstant(givenAt)],
    ['Registrado el', recordedAt === undefined ? NOTHING : formatInstant(recordedAt)],
    ['Evidencia (SHA-256 del archivo)', evidenceSha256 ?? 'Sin archivo'],
  ];
  const columns = [
    { title: 'Dato', width: 150, style: STYLES.head, isHead: true as const },
    { title: 'Valor', width: paper.textWidth - 150 },
  ];
  return { columns, rows, head: STYLES.head, body: STYLES.cell, hasHead: false };
}

function describeRevocation(revokedAt: string): string {
  return `▲ Revocado el ${formatInstant(revokedAt)}: a partir de esa fecha no se elaboran estudios con este consentimiento.`;
}

/** Creates the section of the missing values. `heightBelow` stays on the page of its end. */
export function createMissingSection(
  paper: Paper,
  { missing, sections }: Pick<SocioeconomicReportDocument, 'missing' | 'sections'>,
  heightBelow: number,
): ClosingSection {
  const titles = new Map(sections.map(({ key, number, title }) => [key, `${number}. ${title}`]));
  const columns = [
    { title: 'Sección', width: 160 },
    { title: 'Dato', width: 190 },
    { title: 'Motivo', width: paper.textWidth - 350 },
  ];
  const rows = missing.map((part) => [
    titles.get(part.section) ?? part.section,
    describePart(part),
    MISSING_WORDS[part.reason],
  ]);
  const title = 'Información faltante';
  const table = { columns, rows };
  return createListSection(paper, { title, nothing: 'Ninguna.', table, heightBelow });
}

function describePart({ group, field, row, label }: MissingPart): string {
  if (group === null && field === null) return 'Toda la sección';
  return row === null ? label : `${label}, renglón ${row + 1}`;
}

/** Creates the section with the instructions for verifying the report. */
export function createProofSection(paper: Paper, proof: Proof): ClosingSection {
  const figuresNote =
    'Los indicadores se calculan en centavos y con aritmética exacta. Lo que no se declaró no se estima: se señala como faltante.';
  const text = [...describeVerification(proof, 'estudio'), figuresNote, BRACKETS].join(' ');
  const digest = `SHA-256 del estudio en JSON: ${proof.digest}`;
  const measure = (words: string, style: Style): number =>
    paper.measureHeight(paper.wrap(words, paper.textWidth, style), style);
  const height = measure(text, STYLES.text) + 3 + measure(digest, STYLES.digest);
  const draw = (): void => {
    const within = startSection(paper, 'Autenticidad', height);
    paper.write(text, { tag: 'P', style: STYLES.text, within });
    paper.y += 3;
    paper.write(digest, { tag: 'P', style: STYLES.digest, within });
  };
  return { height: measureHeading(paper) + height, draw };
}
