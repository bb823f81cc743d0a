import type { FieldName } from './extracted.ts';
import { joinPlaces, type Line, type Place, placeOf, standsBeside } from './lines.ts';
import { alikePattern, foldAlike } from './look-alikes.ts';
import type { Sheet } from './sheet.ts';

/** A label as a document of the type prints it, and what stands after it. */
export type Labelled = {
  /** Null for what is read only to know where the value before it ends. */
  name: FieldName | null;
  /** Folded, as the source of a regular expression, without the colon. */
  label: string;
  /** The value as it is given out; undefined for what cannot be one. */
  parse?: (text: string) => string | undefined;
  /** Whether a parsed value proves itself. */
  proven?: boolean;
  /** Whether its absence is told. */
  expected?: boolean;
};

export type LabelHit = { spec: Labelled; value: string; place: Place };

type Pattern = { spec: Labelled; pattern: RegExp };
type Mark = { spec: Labelled; start: number; end: number };

/** Everything that stands after a label, to the next label or the end of its line, and on lines that only go on. */
function findLabelled(lines: readonly Line[], specs: readonly Labelled[]): LabelHit[] {
  const patterns = specs.map((spec) => ({ spec, pattern: patternOf(spec) }));
  const weak = specs.map((spec) => ({ spec, pattern: weakPatternOf(spec) }));
  const [alike, weakAlike] = [patterns, weak].map((all) =>
    all.map(({ spec, pattern }) => ({ spec, pattern: alikePattern(pattern) })),
  );
  const marked = lines.map(({ source, folded }) => {
    if (source !== 'ocr') return pickMarks(findMarks(folded, patterns));
    const text = foldAlike(folded);
    const lost = findMarks(text, weakAlike ?? []).filter(({ start }) => isLabelAt(folded, start));
    return pickMarks([...findMarks(text, alike ?? []), ...lost]);
  });
  return lines.flatMap((line, number) => {
    const marks = marked[number] ?? [];
    return marks.map((mark, place): LabelHit => {
      const end = marks[place + 1]?.start ?? line.text.length;
      const own = cut(line, mark.end, end);
      const isLast = place === marks.length - 1;
      const more = isLast ? findMore(lines, marked, { number, mark, value: own.value }) : undefined;
      if (more === undefined) return { spec: mark.spec, ...own };
      const rest = cut(more, 0, more.text.length);
      if (own.value === '') return { spec: mark.spec, ...rest };
      const value = `${own.value} ${rest.value}`.trim();
      return { spec: mark.spec, value, place: joinPlaces(own.place, rest.place) };
    });
  });
}

function patternOf({ label }: Labelled): RegExp {
  return new RegExp(`(?<![A-Z0-9])(?:${label})\\s*:`, 'g');
}

/** Pictures lose colons. */
function weakPatternOf({ label }: Labelled): RegExp {
  return new RegExp(`(?<![A-Z0-9])(?:${label})(?:\\s*[.;,-]+|(?=\\s|$))`, 'g');
}

/** At the beginning of a line a label is one without its colon, and so are the words of a long one, as they were read. */
function isLabelAt(folded: string, start: number): boolean {
  return start === 0 || /^[A-Z]+ [A-Z() ]{8}/.test(folded.slice(start));
}

function findMarks(folded: string, patterns: readonly Pattern[]): Mark[] {
  return patterns.flatMap(({ spec, pattern }) =>
    [...folded.matchAll(pattern)].map(({ index, 0: match }) => ({
      spec,
      start: index,
      end: index + match.length,
    })),
  );
}

/** The one that begins first, and of two the longer, has its place for itself. */
function pickMarks(all: Mark[]): Mark[] {
  const inOrder = all.toSorted((one, other) => one.start - other.start || other.end - one.end);
  let taken = 0;
  return inOrder.filter(({ start, end }) => {
    if (start < taken) return false;
    taken = end;
    return true;
  });
}

/** The last label of a line and what stands behind it there. */
type Open = { number: number; mark: Mark; value: string };
type MarkedLines = readonly (readonly Mark[])[];

/** The line without a label that has the value, or goes on with it. */
function findMore(lines: readonly Line[], marked: MarkedLines, open: Open): Line | undefined {
  const { number, value } = open;
  if (value === '') return findParted(lines, marked, open);
  const [line, next] = [lines[number], lines[number + 1]];
  const isAlone = marked[number]?.length === 1 && marked[number + 1]?.length === 0;
  if (line === undefined || next === undefined || !isAlone) return undefined;
  return isContinuation(line, next, value) ? next : undefined;
}

/** A line that runs aslant may be read as two: what stands beside a label that nothing stands behind. */
function findParted(
  lines: readonly Line[],
  marked: MarkedLines,
  { number, mark }: Open,
): Line | undefined {
  const line = lines[number];
  if (line?.source !== 'ocr') return undefined;
  const label = placeOf(line, mark.start, mark.end);
  return [number + 1, number - 1]
    .filter((at) => marked[at]?.length === 0)
    .flatMap((at) => lines[at] ?? [])
    .find((other) => standsBeside(label, other));
}

/** A value in capitals that fills its line goes on in capitals; headings and footers have small letters. */
function isContinuation(line: Line, next: Line, value: string): boolean {
  if (value.length < 12 || line.page !== next.page) return false;
  return isCapitals(value) && isCapitals(next.text) && !/\d{4}|[:|]/.test(next.text);
}

function isCapitals(text: string): boolean {
  return /[A-ZÑ]{2}/i.test(text) && text === text.toUpperCase();
}

function cut(line: Line, start: number, end: number): { value: string; place: Place } {
  const raw = line.text.slice(start, end);
  const value = raw.trim();
  const from = start + raw.indexOf(value);
  return { value, place: placeOf(line, from, from + value.length) };
}

/** Puts what the labels say on the sheet: the same value twice is one, two different ones are none. */
export function putLabelled(
  lines: readonly Line[],
  specs: readonly Labelled[],
  sheet: Sheet,
): void {
  const hits = Map.groupBy(findLabelled(lines, specs), ({ spec }) => spec.name);
  const seen = new Set<FieldName>();
  for (const { name, expected = true } of specs) {
    if (name === null || seen.has(name)) continue;
    seen.add(name);
    putOne(name, hits.get(name) ?? [], sheet);
    if (expected) sheet.miss(name, 'label_not_found');
  }
}

function putOne(name: FieldName, hits: readonly LabelHit[], sheet: Sheet): void {
  if (hits.length === 0) return;
  const said = hits.filter(({ value }) => value !== '');
  if (said.length === 0) return sheet.miss(name, 'empty');
  const parsed = said.flatMap(({ spec, value, place }) => {
    const text = spec.parse === undefined ? value : spec.parse(value);
    return text === undefined ? [] : { text, place, proven: spec.proven === true };
  });
  const [first] = parsed;
  if (first === undefined) return sheet.miss(name, 'not_valid');
  if (parsed.some(({ text }) => text !== first.text)) return sheet.miss(name, 'ambiguous');
  sheet.putAt(name, first.text, first);
}
