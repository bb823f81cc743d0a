import type { DocumentSection } from '../../../domain/socioeconomic/report.ts';
import type { Paper, Part } from '../paper.ts';
import { STYLES } from '../styles.ts';
import type { SectionExtra } from './section-pages.ts';
import { valueWords } from './socioeconomic-words.ts';

const GAP = 20;
const LINE_Y = 40;
const HEIGHT = 74;
/** Field of the conclusion with the name of the investigator. */
const INVESTIGATOR = 'investigator';

/** Draws three places to sign by hand: the investigator, the person and the supervisor. */
export function signatureExtra(
  paper: Paper,
  { fields }: DocumentSection,
  personName: string,
): SectionExtra {
  const investigator = fields.find(({ key }) => key === INVESTIGATOR);
  const places = [
    { role: 'Investigó', name: investigator === undefined ? '' : valueWords(investigator) },
    { role: 'Persona entrevistada', name: personName },
    { role: 'Supervisó (nombre y firma)', name: '' },
  ];
  return {
    height: HEIGHT,
    draw: (within) => {
      paper.makeRoom(HEIGHT);
      const width = (paper.textWidth - GAP * (places.length - 1)) / places.length;
      const { y } = paper;
      for (const [at, place] of places.entries())
        drawPlace(paper, { ...place, x: paper.page.left + at * (width + GAP), y, width }, within);
      paper.y = y + HEIGHT;
    },
  };
}

type Place = { role: string; name: string; x: number; y: number; width: number };

function drawPlace(paper: Paper, { role, name, x, y, width }: Place, within: Part): void {
  const line = y + LINE_Y;
  paper.adorn((doc) => {
    doc
      .moveTo(x, line)
      .lineTo(x + width, line)
      .lineWidth(0.7)
      .stroke('#4a5462');
  });
  const names = name === '' ? [] : paper.wrap(name, width, STYLES.cell).slice(0, 2);
  paper.put({ tag: 'P', lines: names, style: STYLES.cell, within }, { x, y: line + 3 });
  const below = line + 3 + paper.heightOf(names, STYLES.cell);
  const lines = paper.wrap(role, width, STYLES.faint);
  paper.put({ tag: 'P', lines, style: STYLES.faint, within }, { x, y: below });
}
