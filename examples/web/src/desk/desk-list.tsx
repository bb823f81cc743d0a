import { graphql, type ResultOf } from '../graphql.ts';
import { countMatches, formatCount, fullName } from '../shared/format.ts';
import { Pager } from '../shared/pager.tsx';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { usePage } from '../shared/use-page.ts';

const PENDING = graphql(`
  query PendingParticipants($first: Int!, $after: String) {
    participants(first: $first, after: $after, filter: { hasPendingMatches: true }) {
      totalCount
      nodes {
        id
        name
        paternalSurname
        maternalSurname
        business {
          id
          code
          name
        }
        matches {
          state
          sourceCode
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const PAGE_SIZE = 12;

type Props = {
  revision: string | undefined;
  selected: string | undefined;
  onSelect: (id: string) => void;
};

/** Of whom a match waits for a decision, in all businesses of the service. */
export function DeskList({ revision, selected, onSelect }: Props) {
  const paging = usePage();
  const variables = { first: PAGE_SIZE, after: paging.after };
  const { data, error, fetching } = useFreshQuery({ query: PENDING, variables }, revision);
  const list = data?.participants;

  return (
    <aside className="businesses" aria-label="Pending matches">
      <h2>Waiting for a decision</h2>
      <Problem error={error} />
      {fetching && list === undefined && <p className="muted">Loading…</p>}
      {list?.nodes.length === 0 && <p className="muted">No matches wait for a decision.</p>}
      <ul>
        {list?.nodes.map((one) => (
          <li key={one.id}>
            <button aria-pressed={one.id === selected} onClick={() => onSelect(one.id)}>
              <strong>{fullName(one)}</strong>
              <span className="muted">{one.business.name ?? one.business.code}</span>
              <span className="muted">{describe(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      {list && (
        <footer>
          <span className="muted">{formatCount(list.totalCount, 'participant')}</span>
          <Pager paging={paging} pageInfo={list.pageInfo} label="Pages of participants" />
        </footer>
      )}
    </aside>
  );
}

type Pending = ResultOf<typeof PENDING>['participants']['nodes'][number];

function describe({ matches }: Pending): string {
  const pending = matches.filter((one) => one.state === 'PENDING');
  if (pending.length === 0) return 'told by a provider, without matches';
  const lists = [...new Set(pending.map((one) => one.sourceCode))];
  return `${countMatches(pending.length)} · ${lists.join(', ')}`;
}
