/** Stages of the procedure of article 69-B. */
const STAGES = [
  { stage: 'PRESUNTO', word: 'PRESUN' },
  { stage: 'DESVIRTUADO', word: 'DESVIRTUA' },
  { stage: 'DEFINITIVO', word: 'DEFINITIVO' },
  { stage: 'SENTENCIA_FAVORABLE', word: 'SENTENCIA' },
] as const;

/**
 * Columns of a notice, counted from 0; `office` is the number of the official letter. `SAT`: the authority's website;
 * `DOF`: the official gazette.
 */
export type NoticeColumn = {
  stage: (typeof STAGES)[number]['stage'];
  channel: 'SAT' | 'DOF';
  office: number | null;
  published: number | null;
};

/**
 * Finds the columns of each notice. Headers contain the stage, and since 2019 the channel. In older files the official
 * letter of a publication column is in an adjacent column without a channel, the left one first.
 */
export function findNotices(headers: readonly string[]): NoticeColumn[] {
  return STAGES.flatMap(({ stage, word }) => {
    const columns = headers.flatMap((header, index) => (header.includes(word) ? [index] : []));
    const isLetterNumber = (index: number) => headers[index]?.startsWith('NUMERO') === true;
    return (['SAT', 'DOF'] as const).flatMap((channel) => {
      const hasChannel = (index: number) => headers[index]?.includes(channel) === true;
      const published =
        columns.find((index) => !isLetterNumber(index) && hasChannel(index)) ?? null;
      const letterColumns = columns.filter(isLetterNumber);
      const isAdjacent = (index: number) =>
        published !== null && Math.abs(index - published) === 1 && !namesChannel(headers[index]);
      const office = letterColumns.find(hasChannel) ?? letterColumns.find(isAdjacent) ?? null;
      if (office === null && published === null) return [];
      return [{ stage, channel, office, published }];
    });
  });
}

function namesChannel(header = ''): boolean {
  return /\b(?:SAT|DOF)\b/.test(header);
}
