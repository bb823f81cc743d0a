import { graphql, type ResultOf } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { fullName } from '../shared/format.ts';
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

/** Participants with pending matches, in all businesses of the service. */
export function DeskList({ revision, selected, onSelect }: Props) {
  const words = useWords();
  const paging = usePage();
  const variables = { first: PAGE_SIZE, after: paging.after };
  const { data, error, fetching } = useFreshQuery({ query: PENDING, variables }, revision);
  const list = data?.participants;

  return (
    <aside className="businesses" aria-label={words.desk.pendingMatches}>
      <h2>{words.desk.waiting}</h2>
      <Problem error={error} />
      {fetching && list === undefined && <p className="muted">{words.app.loading}</p>}
      {list?.nodes.length === 0 && <p className="muted">{words.desk.noneWaiting}</p>}
      <ul>
        {list?.nodes.map((participant) => (
          <li key={participant.id}>
            <button
              aria-pressed={participant.id === selected}
              onClick={() => onSelect(participant.id)}
            >
              <strong>{fullName(participant)}</strong>
              <span className="muted">
                {participant.business.name ?? participant.business.code}
              </span>
              <span className="muted">{describe(participant, words)}</span>
            </button>
          </li>
        ))}
      </ul>
      {list && (
        <footer>
          <span className="muted">{words.app.countParticipants(list.totalCount)}</span>
          <Pager
            paging={paging}
            pageInfo={list.pageInfo}
            label={words.businesses.participantPages}
          />
        </footer>
      )}
    </aside>
  );
}

type Pending = ResultOf<typeof PENDING>['participants']['nodes'][number];

function describe({ matches }: Pending, { app, desk, formats }: Words): string {
  const pending = matches.filter((match) => match.state === 'PENDING');
  if (pending.length === 0) return desk.sentWithoutMatches;
  const lists = [...new Set(pending.map((match) => match.sourceCode))];
  return `${app.countMatches(pending.length)} · ${formats.list(lists)}`;
}
