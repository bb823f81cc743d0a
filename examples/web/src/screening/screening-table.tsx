import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { countMatches, formatTime, toWords } from '../shared/format.ts';
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
  /** Whether who was looked for is told: not beneath their own name. */
  showsSubject?: boolean;
};

/** When somebody was looked for, in which lists, and what came of it; each with its report. */
export function ScreeningTable({ screenings, showsSubject = false }: Props) {
  const rows = readFragment(screeningRow, screenings);
  if (rows.length === 0) return <p className="empty">No screenings yet.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Screened</th>
          <th scope="col">Outcome</th>
          <th scope="col">Lists</th>
          <th scope="col">Report</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id}>
            <td>
              {showsSubject && <strong>{one.subject.name ?? 'Somebody without a name'}</strong>}
              <span className={showsSubject ? 'muted' : ''}>{formatTime(one.createdAt)}</span>
              <span className="muted">{WHY[one.trigger]}</span>
            </td>
            <td>
              <span className={one.outcome === 'CLEAR' ? 'tag good' : 'tag warn'}>
                {toWords(one.outcome)}
              </span>
              <span className="muted">{countMatches(one.matchesCount)}</span>
            </td>
            <td>
              <ScreenedLists lists={one.lists} />
            </td>
            <td>
              <ReportLinks screeningId={one.databaseId} of={formatTime(one.createdAt)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const WHY = {
  ASKED: 'somebody asked',
  LISTS: 'a list changed',
  UPSERTED: 'new or changed',
} as const;
