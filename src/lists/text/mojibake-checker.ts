import { createListError, type ListFile, type ReadReport } from '../list-reader.ts';
import { countGarbledLetters, repairMojibake } from './mojibake.ts';

/** Receives all lines of a file in their order. `end` accepts or rejects the file. */
export type MojibakeChecker = {
  /**
   * Returns the lines with garbled letters repaired. `line` is the number of the first line. Throws OperatorError for
   * binary data.
   */
  repair: (text: string, line: number) => string;
  /** Throws OperatorError when most accented letters of the file are garbled. */
  end: () => void;
};

/**
 * Creates a checker for mojibake. Isolated garbled letters are repaired, with a warning by line. A file in which most
 * accented letters are garbled was encoded twice, or is UTF-8 with an invalid byte, and is rejected.
 */
export function createMojibakeChecker(file: ListFile, report?: ReadReport): MojibakeChecker {
  let garbledCount = 0;
  let intactCount = 0;
  let firstGarbledLine = 0;
  const repairLine = (text: string, line: number): string => {
    const count = countGarbledLetters(text);
    if (count.isBinary) throw createListError({ file: file.name, line }, OTHER_ENCODING);
    intactCount += count.intact;
    if (count.garbled === 0) return text;
    garbledCount += count.garbled;
    if (firstGarbledLine === 0) firstGarbledLine = line;
    report?.warn({ file: file.name, line, code: 'letters_repaired' });
    return repairMojibake(text);
  };
  return {
    repair: (text, line) => {
      const count = countGarbledLetters(text);
      if (count.garbled === 0 && !count.isBinary) {
        intactCount += count.intact;
        return text;
      }
      // Warnings and errors name the line, so each line is counted by itself.
      const lines = text.split('\n').map((lineText, index) => repairLine(lineText, line + index));
      return lines.join('\n');
    },
    end: () => {
      if (garbledCount <= intactCount) return;
      const { encoding, firstInvalidLine } = file;
      if (encoding === 'windows-1252' && firstInvalidLine !== undefined) {
        throw createListError({ file: file.name, line: firstInvalidLine }, BROKEN_BYTE);
      }
      throw createListError({ file: file.name, line: firstGarbledLine }, OTHER_ENCODING);
    },
  };
}

const OTHER_ENCODING = 'its letters are in another encoding';
const BROKEN_BYTE = 'a byte is not UTF-8, unlike the rest of the file';
