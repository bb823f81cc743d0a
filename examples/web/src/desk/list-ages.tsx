import { graphql, type ResultOf } from '../graphql.ts';
import { formatCount } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';

const LISTS = graphql(`
  query WatchLists {
    watchLists {
      nodes {
        family
        authority
        state {
          code
          title
          isLoaded
          isStale
          ageDays
          asOf
          sourceSeenAt
          rows
        }
      }
    }
  }
`);

/** How old each list is: nobody is clear by a list that is old, or was never loaded. */
export function ListAges({ revision }: { revision: string | undefined }) {
  const { data, error, fetching } = useFreshQuery({ query: LISTS, variables: {} }, revision);
  return (
    <section className="card" aria-label="Lists" aria-busy={fetching}>
      <h2>Lists</h2>
      <Problem error={error} />
      {data && (
        <table>
          <thead>
            <tr>
              <th scope="col">List</th>
              <th scope="col">Of</th>
              <th scope="col">Seen at source</th>
              <th scope="col">Rows</th>
              <th scope="col">Age</th>
            </tr>
          </thead>
          <tbody>
            {data.watchLists.nodes.map(({ authority, state }) => (
              <tr key={state.code}>
                <td>
                  <strong>{state.title}</strong>
                  <span className="muted">
                    {[authority, state.code].filter(Boolean).join(' · ')}
                  </span>
                </td>
                <td className="fixed">{state.asOf ?? (state.isLoaded ? 'unknown' : '–')}</td>
                <td className="fixed">{state.sourceSeenAt?.slice(0, 10) ?? '–'}</td>
                <td>{state.rows?.toLocaleString() ?? '–'}</td>
                <td>
                  <Age state={state} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

type State = ResultOf<typeof LISTS>['watchLists']['nodes'][number]['state'];

function Age({ state }: { state: State }) {
  if (!state.isLoaded) return <span className="tag warn">not loaded</span>;
  const age = state.ageDays === null ? 'day unknown' : formatCount(state.ageDays, 'day');
  if (state.isStale !== false) return <span className="tag warn">{age}: too old</span>;
  return <span className="tag good">{age}</span>;
}
