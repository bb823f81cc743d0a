import { doesCurpMatchName, recoverEnye } from '../curp-name.ts';
import type { ExtractionBuilder } from '../extraction-builder.ts';
import type { RuleInput } from '../kind-rules.ts';
import { type Cell, listBelow, toCells } from '../layout/cells.ts';
import { joinLocations, locateText, type TextLocation } from '../lines.ts';

/** Labels that end the name or are beside it. */
const NOT_NAMES =
  /^(?:NOMBRE|DOMICILIO|CLAVE|CURP|A[NM]O DE|FECHA|SECCION|VIGENCIA|SEXO|EDAD|ESTADO|MUNICIPIO|LOCALIDAD|EMISION|INSTITUTO|MEXICO|CREDENCIAL)\b/;
const END_LABELS =
  /^(?:DOMICILIO|CLAVE|CURP|A[NM]O DE|SECCION|VIGENCIA|ESTADO|MUNICIPIO|LOCALIDAD)\b/;
/** Maximum number of lines below the label: three of the name, each with a continuation. */
const LINES_MAX = 6;
const PARTS = ['paternalSurname', 'maternalSurname', 'givenNames'] as const;

type NameLine = { text: string; location: TextLocation };
type NameParts = readonly [NameLine | undefined, NameLine | undefined, NameLine];

/**
 * Adds the name below `NOMBRE`: a line for each surname, then the given names. With other than three lines, or when the
 * CURP contradicts these parts, the CURP decides which lines belong together.
 */
export function putName({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const nameLines = findNameLines(toCells(lines));
  const curp = builder.findValue('curp');
  const parts = nameLines === undefined ? undefined : assignLines(nameLines, curp);
  if (parts === undefined) {
    const reason = nameLines === undefined ? 'label_not_found' : 'unreadable';
    for (const name of PARTS) builder.markMissing(name, reason);
    return;
  }
  parts.forEach((part, index) => {
    const name = PARTS[index];
    if (name === undefined) return;
    if (part === undefined) return builder.markMissing(name, 'empty');
    const textWithEnye =
      part.location.source === 'ocr' ? recoverEnyeOfPart(part.text, curp, index) : undefined;
    builder.putAt(name, textWithEnye ?? part.text, { location: part.location, isVerified: false });
    if (textWithEnye !== undefined) builder.update(name, { recoveredFrom: 'curp' });
  });
}

/** Returns the lines of the name, in the column of its label. Undefined without a label. */
function findNameLines(cells: readonly Cell[]): NameLine[] | undefined {
  const heading = cells.find(({ folded }) => /^NOMBRE\b/.test(folded));
  if (heading === undefined) return undefined;
  const below = listBelow(cells, heading, LINES_MAX + 1);
  const end = below.findIndex(({ folded }) => END_LABELS.test(folded));
  return below
    .slice(0, end === -1 ? undefined : end)
    .filter(({ folded }) => !NOT_NAMES.test(folded))
    .map(toNameLine)
    .filter(({ text }) => text !== '');
}

/** Abbreviations of given names, unlike the single letters that OCR reads at the edge of the photograph. */
const ABBREVIATION = /^(?:J|M|MA)\.? \p{Lu}{3,}/u;

/** Returns the name in a line, without the date of birth and the sex beside it. */
function toNameLine(cell: Cell): NameLine {
  const [nameText = ''] = /^[\p{Lu}' .-]*/u.exec(cell.text) ?? [];
  const [strayLetter = ''] = ABBREVIATION.test(nameText)
    ? ['']
    : (/^(?:\p{Lu} )?/u.exec(nameText) ?? []);
  const text = nameText
    .slice(strayLetter.length)
    .replace(/\s+(?:FECHA|SEXO|EDAD).*$/, '')
    .trim();
  return { text, location: locateText(cell, strayLetter.length, strayLetter.length + text.length) };
}

/**
 * Assigns lines to the parts of a name: three lines to the two surnames and the given names, unless the CURP proves
 * another assignment. Undefined for fewer than two lines, and for another number when the CURP proves no assignment.
 */
function assignLines(lines: readonly NameLine[], curp: string | undefined): NameParts | undefined {
  const [first, second, third] = lines;
  if (first === undefined || second === undefined) return undefined;
  const isUsual = lines.length === 3 && third !== undefined;
  const usual: NameParts | undefined = isUsual ? [first, second, third] : undefined;
  const candidates = listAssignments(lines);
  const provenAssignments = candidates.filter(
    (parts) => curp !== undefined && isProven(parts, curp),
  );
  if (usual !== undefined && (curp === undefined || isProven(usual, curp))) return usual;
  // Given names continue on the next line more often than surnames do.
  const [best] = provenAssignments.toSorted(
    (left, right) => countSurnameText(left) - countSurnameText(right),
  );
  return best ?? usual;
}

function countSurnameText([paternal, maternal]: NameParts): number {
  return (paternal?.text.length ?? 0) + (maternal?.text.length ?? 0);
}

function isProven([paternal, maternal, given]: NameParts, curp: string): boolean {
  const name = {
    paternal: paternal?.text ?? '',
    maternal: maternal?.text ?? '',
    given: given.text,
  };
  const isMaternalPossible = name.maternal !== '' || curp.charAt(2) === 'X';
  return isMaternalPossible && doesCurpMatchName(curp, name) === true;
}

/** Lists the ways to divide lines into two surnames and given names, then those into one surname and given names. */
function listAssignments(lines: readonly NameLine[]): NameParts[] {
  const cuts = Array.from({ length: lines.length - 1 }, (_, index) => index + 1);
  const joinRange = (from: number, to?: number) => joinLines(lines.slice(from, to));
  const withOneSurname = cuts.flatMap((cut): NameParts[] => {
    const givenNames = joinRange(cut);
    return givenNames === undefined ? [] : [[joinRange(0, cut), undefined, givenNames]];
  });
  const withTwoSurnames = cuts.flatMap((cut) =>
    cuts
      .filter((end) => end > cut)
      .flatMap((end): NameParts[] => {
        const givenNames = joinRange(end);
        return givenNames === undefined
          ? []
          : [[joinRange(0, cut), joinRange(cut, end), givenNames]];
      }),
  );
  return [...withTwoSurnames, ...withOneSurname];
}

function joinLines(lines: readonly NameLine[]): NameLine | undefined {
  const location = joinLocations(lines.map((line) => line.location));
  return location && { text: lines.map(({ text }) => text).join(' '), location };
}

/** Positions of the initial and of the first inner consonant of each part in a CURP. */
const CURP_POSITIONS = [
  [0, 13],
  [2, 14],
  [3, 15],
] as const;

function recoverEnyeOfPart(
  text: string,
  curp: string | undefined,
  index: number,
): string | undefined {
  const [initial, consonant] = CURP_POSITIONS[index] ?? [0, 0];
  return recoverEnye(text, { initial: curp?.charAt(initial), consonant: curp?.charAt(consonant) });
}
