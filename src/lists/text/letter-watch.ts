import { type ListFile, type Reading, refuseList } from '../reading.ts';
import { countLetters, repairLetters } from './garbled-letters.ts';

/** Sees all lines of a file, in their order; `end` judges the file. */
export type LetterWatch = {
  /** Returns lines, of which the first has this number, with garbled letters repaired. Throws OperatorError for a line that is no text. */
  see: (text: string, line: number) => string;
  /** Throws OperatorError when most accented letters of the file are garbled. */
  end: () => void;
};

/**
 * Watches the letters of a file: a garbled one is repaired, with a warning by its line; a file in which most are was encoded twice, or is
 * UTF-8 with a broken byte, and is refused.
 */
export function watchLetters(file: ListFile, reading?: Reading): LetterWatch {
  let pairs = 0;
  let sound = 0;
  let firstLine = 0;
  const seeLine = (text: string, line: number): string => {
    const count = countLetters(text);
    if (count.isBinary) throw refuseList({ file: file.name, line }, OTHER_ENCODING);
    sound += count.sound;
    if (count.pairs === 0) return text;
    pairs += count.pairs;
    if (firstLine === 0) firstLine = line;
    reading?.warn({ file: file.name, line, code: 'letters_repaired' });
    return repairLetters(text);
  };
  return {
    see: (text, line) => {
      const count = countLetters(text);
      sound += count.pairs === 0 && !count.isBinary ? count.sound : 0;
      if (count.pairs === 0 && !count.isBinary) return text;
      const lines = text.split('\n').map((one, index) => seeLine(one, line + index));
      return lines.join('\n');
    },
    end: () => {
      if (pairs <= sound) return;
      const { encoding, brokenLine } = file;
      if (encoding === 'windows-1252' && brokenLine !== undefined) {
        throw refuseList({ file: file.name, line: brokenLine }, BROKEN_BYTE);
      }
      throw refuseList({ file: file.name, line: firstLine }, OTHER_ENCODING);
    },
  };
}

const OTHER_ENCODING = 'its letters are in another encoding';
const BROKEN_BYTE = 'a byte there is no UTF-8, as the rest of the file is';
