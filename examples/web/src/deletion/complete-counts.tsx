import { useWords } from '../i18n/use-words.tsx';

type Warning = 'PENDING_MATCHES' | 'TRUE_MATCHES';

/** Counts of the graph's CompletionPreview. */
export type DueCounts = {
  warnings: readonly Warning[];
  pendingMatchesToDelete: number;
  trueMatchesToDelete: number;
  matchesToDelete: number;
  participantsToDelete: number;
  documentsToDelete: number;
  screeningsToDelete: number;
  reportsToDelete: number;
  consentsToDelete: number;
  extractionsToDelete: number;
  filesToDelete: number;
};

/** Warnings that the confirmation acknowledges, above the other counts. */
export function CompleteWarnings({ counts }: { counts: DueCounts }) {
  const { warnings } = useWords().deletion;
  const numbers = {
    PENDING_MATCHES: counts.pendingMatchesToDelete,
    TRUE_MATCHES: counts.trueMatchesToDelete,
  };
  return counts.warnings.map((warning) => (
    <p key={warning} role="alert">
      {warnings[warning](numbers[warning])}
    </p>
  ));
}

/** Counts of the other records to delete. */
export function CompleteCounts({ counts }: { counts: DueCounts }) {
  const { deletion: words, formats } = useWords();
  const rows = [
    [words.matchesWithDecisions, counts.matchesToDelete],
    [words.screenings, counts.screeningsToDelete],
    [words.reports, counts.reportsToDelete],
    [words.consents, counts.consentsToDelete],
    [words.extractions, counts.extractionsToDelete],
    [words.files, counts.filesToDelete],
  ] as const;
  return (
    <dl aria-label={words.alsoDeleted}>
      {rows.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formats.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
