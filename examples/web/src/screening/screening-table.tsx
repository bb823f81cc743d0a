import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { ReportLinks } from './report-links.tsx';
import { ScreenedLists } from './screened-lists.tsx';

export const screeningRow = graphql(`
  fragment ScreeningRow on Screening {
    id
    databaseId
    createdAt
    trigger
    outcome
    matchesCount
    subject {
      name
    }
    lists {
      code
      isLoaded
      isStale
      ageDays
      comparison
    }
  }
`);

type Props = {
  screenings: FragmentOf<typeof screeningRow>[];
  /** True when each row names its subject. */
  showsSubject?: boolean;
};

/** Screenings with their time, outcome and lists, each with its report. */
export function ScreeningTable({ screenings, showsSubject = false }: Props) {
  const { app, formats, screening: words } = useWords();
  const rows = readFragment(screeningRow, screenings);
  if (rows.length === 0) return <p className="empty">{words.empty}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.screened}</th>
          <th scope="col">{words.outcome}</th>
          <th scope="col">{words.lists}</th>
          <th scope="col">{words.report}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((screening) => (
          <tr key={screening.id}>
            <td>
              {showsSubject && <strong>{screening.subject.name ?? words.unnamed}</strong>}
              <span className={showsSubject ? 'muted' : ''}>
                {formats.time(screening.createdAt)}
              </span>
              <span className="muted">{words.triggers[screening.trigger]}</span>
            </td>
            <td>
              <span className={screening.outcome === 'CLEAR' ? 'tag good' : 'tag warn'}>
                {words.outcomes[screening.outcome]}
              </span>
              <span className="muted">{app.countMatches(screening.matchesCount)}</span>
            </td>
            <td>
              <ScreenedLists lists={screening.lists} />
            </td>
            <td>
              <ReportLinks
                screeningId={screening.databaseId}
                of={formats.time(screening.createdAt)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
