import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { ScreeningTable, screeningRow } from '../screening/screening-table.tsx';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { ListAges } from './list-ages.tsx';

const LATEST = graphql(
  `
    query LatestScreenings {
      screenings(first: 5) {
        nodes {
          id
          ...ScreeningRow
        }
      }
    }
  `,
  [screeningRow],
);

/** Desk without a selected participant: the latest screenings and the ages of the lists. */
export function DeskOverview({ revision }: { revision: string | undefined }) {
  const { desk, screening } = useWords();
  const { data, error, fetching } = useFreshQuery({ query: LATEST, variables: {} }, revision);
  return (
    <section className="desk" aria-label={desk.title}>
      <p className="muted">{desk.choose}</p>
      <section className="card" aria-label={screening.latest} aria-busy={fetching}>
        <h2>{screening.latest}</h2>
        <Problem error={error} />
        {data && <ScreeningTable screenings={data.screenings.nodes} showsSubject />}
      </section>
      <ListAges revision={revision} />
    </section>
  );
}
