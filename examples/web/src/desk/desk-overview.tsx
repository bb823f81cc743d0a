import { graphql } from '../graphql.ts';
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

/** The desk before somebody is chosen: what was screened last, and how old the lists are. */
export function DeskOverview({ revision }: { revision: string | undefined }) {
  const { data, error, fetching } = useFreshQuery({ query: LATEST, variables: {} }, revision);
  return (
    <section className="desk" aria-label="Desk">
      <p className="muted">Choose a participant on the left to compare and decide.</p>
      <section className="card" aria-label="Latest screenings" aria-busy={fetching}>
        <h2>Latest screenings</h2>
        <Problem error={error} />
        {data && <ScreeningTable screenings={data.screenings.nodes} showsSubject />}
      </section>
      <ListAges revision={revision} />
    </section>
  );
}
