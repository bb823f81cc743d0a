import { isBeside, type Line, locateText } from '../lines.ts';
import {
  findLeft,
  findRightEdge,
  measureCharacter,
  type PlacedWord,
  placeWords,
  splitAtGaps,
} from './cells.ts';
import {
  ALIGNED_MAX,
  type Column,
  hasSameStyle,
  isInColumn,
  isNear,
  isUnfinished,
  judgeContinuation,
} from './judge-continuation.ts';
import {
  getLastText,
  type LabelValue,
  NO_VALUE,
  readByText,
  toPart,
  toParts,
  type ValuePart,
} from './value-parts.ts';

/** Label found in a line, by character offsets. */
export type LabelSpan = { start: number; end: number };

type LabelPosition = { lineIndex: number; index: number };
/** Label with the offset at which its value ends at the latest. */
type Span = { lineIndex: number; label: LabelSpan; end: number };

/** Reads the values of labels in lines with columns. */
export class ValueReader {
  readonly #lines: readonly Line[];
  readonly #labels: readonly (readonly LabelSpan[])[];

  /** `labels` has the labels of each line, in order. */
  constructor(lines: readonly Line[], labels: readonly (readonly LabelSpan[])[]) {
    this.#lines = lines;
    this.#labels = labels;
  }

  /** Reads the value after a label, with its continuation on the next lines, or the line that OCR read separately. */
  read({ lineIndex, index }: LabelPosition): LabelValue {
    const line = this.#lines[lineIndex];
    const [label, nextLabel] = this.#labels[lineIndex]?.slice(index) ?? [];
    if (line === undefined || label === undefined) return NO_VALUE;
    const span = { lineIndex, label, end: nextLabel?.start ?? line.text.length };
    const words = placeWords(line);
    if (words.length === 0) return this.#readByText(line, span);
    return this.#readBeside(line, words, span) ?? this.#readElsewhere(line, span);
  }

  /** Reads the words after a label, with their continuation; undefined when none of them belong to its value. */
  #readBeside(line: Line, words: readonly PlacedWord[], span: Span): LabelValue | undefined {
    const { lineIndex, label, end } = span;
    const { ownGroups, nextWord } = this.#splitGroups(words, span);
    const [firstWord, lastWord] = [ownGroups[0]?.[0], ownGroups.at(-1)?.at(-1)];
    if (firstWord === undefined || lastWord === undefined) return undefined;
    const column = {
      labelLeft: findLeft(words, label.start) ?? firstWord.left,
      valueLeft: firstWord.left,
      right: nextWord === undefined ? findLeft(words, end) : nextWord.left,
      unit: measureCharacter(words),
    };
    const parts = ownGroups.flatMap((group) => toParts(line, group, label.end));
    const text = getLastText(parts, '');
    const continuation = this.#readContinuation({ lineIndex, column, lastWord, text });
    const mayContinue = nextWord !== undefined && !this.#isBelowOtherLabel(nextWord, lineIndex);
    return { parts: [...parts, ...continuation.parts], isOpen: continuation.isOpen || mayContinue };
  }

  /**
   * Splits the words after a label into the groups of its value and the first word of the groups after them, which
   * belong to other columns.
   */
  #splitGroups(
    words: readonly PlacedWord[],
    { lineIndex, label, end }: Span,
  ): { ownGroups: PlacedWord[][]; nextWord: PlacedWord | undefined } {
    const isInLabel = ({ start }: PlacedWord) => start >= label.start && start < label.end;
    const labelled = splitAtGaps(
      words.filter((word) => word.end > label.start && word.start < end),
    );
    const groups = labelled
      .map((group) => group.filter((word) => word.end > label.end))
      .filter((group) => group.length > 0);
    // Without a gap after the label, the first words belong to its value.
    const isAttached = labelled.some(
      (group) => group.some(isInLabel) && group.at(-1) === groups[0]?.at(-1),
    );
    const ownCount = this.#countOwnGroups(groups, { lineIndex, isAttached });
    return { ownGroups: groups.slice(0, ownCount), nextWord: groups[ownCount]?.[0] };
  }

  /** Counts the groups of words after a label that belong to it. A group in another column does not. */
  #countOwnGroups(
    groups: readonly PlacedWord[][],
    { lineIndex, isAttached }: { lineIndex: number; isAttached: boolean },
  ): number {
    const otherColumnIndex = groups.findIndex(
      ([word], index) => (index > 0 || !isAttached) && this.#isBelowOtherLabel(word, lineIndex),
    );
    if (otherColumnIndex !== -1) return otherColumnIndex;
    // OCR leaves wide gaps between words of one value.
    return this.#lines[lineIndex]?.source === 'text' ? Math.min(1, groups.length) : groups.length;
  }

  /** True when a word is below a label of the previous line other than its first, and so in another column. */
  #isBelowOtherLabel(word: PlacedWord | undefined, lineIndex: number): boolean {
    const above = this.#lines[lineIndex - 1];
    if (word === undefined || above === undefined) return false;
    const wordsAbove = placeWords(above);
    const unit = measureCharacter(wordsAbove);
    const labels = (this.#labels[lineIndex - 1] ?? []).slice(1);
    return labels.some(({ start }) => {
      const left = findLeft(wordsAbove, start);
      return left !== undefined && Math.abs(left - word.left) < ALIGNED_MAX * unit;
    });
  }

  /** Reads the lines below a value that continue it. */
  #readContinuation({ lineIndex, column, lastWord, text }: ContinuationStart): LabelValue {
    const parts: ValuePart[] = [];
    let previous = lastWord;
    for (let belowIndex = lineIndex + 1; belowIndex <= lineIndex + LINES_MAX; belowIndex += 1) {
      const lastText = getLastText(parts, text);
      const below = this.#findBelow(belowIndex, { lineIndex, column, lastWord: previous, text });
      if (below === undefined) break;
      const edge = findRightEdge(this.#lines, lineIndex);
      const judgement = judgeContinuation(column, { previous, first: below.firstWord, edge });
      if (judgement === 'none') break;
      if (judgement === 'open' && !isUnfinished(lastText)) return { parts, isOpen: true };
      parts.push(below.part);
      previous = below.lastWord;
    }
    return { parts, isOpen: isUnfinished(getLastText(parts, text)) };
  }

  /** Returns the words of a line that may continue the value above: near it, in its column and style, unlabelled. */
  #findBelow(
    belowIndex: number,
    { lineIndex, column, lastWord: previous, text }: ContinuationStart,
  ): { part: ValuePart; firstWord: PlacedWord; lastWord: PlacedWord } | undefined {
    const line = this.#lines[belowIndex];
    if (line === undefined || line.page !== this.#lines[lineIndex]?.page) return undefined;
    const group = this.#findWordsInColumn(line, belowIndex, column);
    const [firstWord, lastWord] = [group[0], group.at(-1)];
    if (firstWord === undefined || lastWord === undefined) return undefined;
    if (!isNear(previous, firstWord)) return undefined;
    const part = toPart(line, firstWord.start, lastWord.end);
    const isContinuing = !/[:|]/.test(part.text) && hasSameStyle(text, part.text);
    return isContinuing ? { part, firstWord, lastWord } : undefined;
  }

  /** Returns the words of a line in the column that belong to no label of their line. */
  #findWordsInColumn(line: Line, lineIndex: number, column: Column): PlacedWord[] {
    const labels = this.#labels[lineIndex] ?? [];
    const firstLabelStart = labels[0]?.start ?? line.text.length;
    const words = placeWords(line);
    const groups = splitAtGaps(words).filter((group) => {
      const isLeading = group.every(({ start }) => start < firstLabelStart);
      const hasLabel = labels.some(({ start }) => group.some((word) => word.start === start));
      return isLeading || (!hasLabel && this.#isBelowOtherLabel(group[0], lineIndex));
    });
    return groups.find(([word]) => word !== undefined && isInColumn(column, word)) ?? [];
  }

  /** Reads a value of a line in which the positions of the words are unknown. */
  #readByText(line: Line, { lineIndex, label, end }: Span): LabelValue {
    const isAlone =
      this.#labels[lineIndex]?.length === 1 && this.#labels[lineIndex + 1]?.length === 0;
    const lineBelow = isAlone ? this.#lines[lineIndex + 1] : undefined;
    return readByText(toPart(line, label.end, end), line, lineBelow);
  }

  /** Reads the value of the last label of an OCR line from the adjacent line whose text is beside the label. */
  #readElsewhere(line: Line, { lineIndex, label }: Span): LabelValue {
    const location = locateText(line, label.start, label.end);
    const isLast = this.#labels[lineIndex]?.at(-1) === label;
    // OCR may read a skewed line as two.
    const beside = [lineIndex + 1, lineIndex - 1]
      .filter((candidate) => this.#labels[candidate]?.length === 0)
      .flatMap((candidate) => this.#lines[candidate] ?? [])
      .find((candidate) => isBeside(location, candidate));
    if (line.source === 'ocr' && isLast && beside !== undefined)
      return { parts: [toPart(beside, 0, beside.text.length)], isOpen: false };
    return NO_VALUE;
  }
}

type ContinuationStart = { lineIndex: number; column: Column; lastWord: PlacedWord; text: string };

/** Maximum number of lines of a value, in addition to the first. */
const LINES_MAX = 3;
