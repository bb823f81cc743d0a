type Warning = 'PENDING_MATCHES' | 'TRUE_MATCHES';

/** Of the graph's CompletionPreview, the counts. */
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

const ENGLISH = {
  PENDING_MATCHES: (count: number) => `${count} of the matches to delete await a decision.`,
  TRUE_MATCHES: (count: number) => `${count} of the matches to delete are true matches.`,
  title: 'Also deleted',
  matches: 'Matches, with all decisions',
  screenings: 'Screenings',
  reports: 'Reports',
  consents: 'Consents',
  extractions: 'Readings of documents',
  files: 'Files',
};

const SPANISH: typeof ENGLISH = {
  PENDING_MATCHES: (count) => `Coincidencias por borrar que esperan una decisión: ${count}.`,
  TRUE_MATCHES: (count) => `Coincidencias por borrar que son verdaderas: ${count}.`,
  title: 'También se borran',
  matches: 'Coincidencias, con sus decisiones',
  screenings: 'Búsquedas en listas',
  reports: 'Reportes',
  consents: 'Consentimientos',
  extractions: 'Lecturas de documentos',
  files: 'Archivos',
};

const WORDS = navigator.language.startsWith('es') ? SPANISH : ENGLISH;

/** What nobody should delete unseen, first: the confirmation names it to the gateway. */
export function CompleteWarnings({ counts }: { counts: DueCounts }) {
  const numbers = {
    PENDING_MATCHES: counts.pendingMatchesToDelete,
    TRUE_MATCHES: counts.trueMatchesToDelete,
  };
  return counts.warnings.map((warning) => (
    <p key={warning} role="alert">
      {WORDS[warning](numbers[warning])}
    </p>
  ));
}

/** Everything else that goes. */
export function CompleteCounts({ counts }: { counts: DueCounts }) {
  const rows = [
    [WORDS.matches, counts.matchesToDelete],
    [WORDS.screenings, counts.screeningsToDelete],
    [WORDS.reports, counts.reportsToDelete],
    [WORDS.consents, counts.consentsToDelete],
    [WORDS.extractions, counts.extractionsToDelete],
    [WORDS.files, counts.filesToDelete],
  ] as const;
  return (
    <dl aria-label={WORDS.title}>
      {rows.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
