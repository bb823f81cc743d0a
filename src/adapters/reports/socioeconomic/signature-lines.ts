import type { DocumentSection } from '../../../domain/socioeconomic/report.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import type { SectionExtra } from './section-pages.ts';
import { formatValue } from './socioeconomic-words.ts';

/** Space between the lines, in points. */
const GAP = 20;
/** Space above the line, in points. */
const LINE_Y = 40;
const HEIGHT = 74;
/** Field of the conclusion with the name of the investigator. */
const INVESTIGATOR = 'investigator';

/** Creates the lines for three handwritten signatures: the investigator, the interviewed person and the supervisor. */
export function createSignatureExtra(
  paper: Paper,
  { fields }: DocumentSection,
  personName: string,
): SectionExtra {
  const investigator = fields.find(({ key }) => key === INVESTIGATOR);
  const signatories = [
    { role: 'Investigó', name: investigator === undefined ? '' : formatValue(investigator) },
    { role: 'Persona entrevistada', name: personName },
    { role: 'Supervisó (nombre y firma)', name: '' },
  ];
  return {
    height: HEIGHT,
    isKept: true,
    draw: (within) => {
      paper.ensureHeight(HEIGHT);
      const width = (paper.textWidth - GAP * (signatories.length - 1)) / signatories.length;
      const { y } = paper;
      for (const [index, signatory] of signatories.entries())
        drawSignatureLine(
          paper,
          { ...signatory, x: paper.page.left + index * (width + GAP), y, width },
          within,
        );
      paper.y = y + HEIGHT;
    },
  };
}

type SignatureLine = { role: string; name: string; x: number; y: number; width: number };

function drawSignatureLine(
  paper: Paper,
  { role, name, x, y, width }: SignatureLine,
  within: StructureElement,
): void {
  const line = y + LINE_Y;
  paper.drawDecoration((doc) => {
    doc
      .moveTo(x, line)
      .lineTo(x + width, line)
      .lineWidth(0.7)
      .stroke('#4a5462');
  });
  // HEIGHT has space for two lines of the name, and for the role below them.
  const names = name === '' ? [] : paper.wrap(name, width, STYLES.cell).slice(0, 2);
  paper.drawLines({ tag: 'P', lines: names, style: STYLES.cell, within }, { x, y: line + 3 });
  const below = line + 3 + paper.measureHeight(names, STYLES.cell);
  const lines = paper.wrap(role, width, STYLES.faint);
  paper.drawLines({ tag: 'P', lines, style: STYLES.faint, within }, { x, y: below });
}
