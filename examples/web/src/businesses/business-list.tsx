import { useDeferredValue, useState } from 'react';
import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { isSearchable } from '../shared/is-searchable.ts';
import { Pager } from '../shared/pager.tsx';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { usePage } from '../shared/use-page.ts';

const BUSINESSES = graphql(`
  query Businesses($first: Int!, $after: String, $filter: BusinessFilter) {
    businesses(
      first: $first
      after: $after
      filter: $filter
      orderBy: { field: NAME, direction: ASC }
    ) {
      totalCount
      nodes {
        id
        code
        name
        participantCount
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

export function BusinessList({ revision, selected, onSelect }: Props) {
  const { app, businesses: words } = useWords();
  const paging = usePage();
  const [search, setSearch] = useState('');
  const name = useDeferredValue(search.trim());
  const filter = name === '' ? null : nameFilter(name);
  const variables = { first: PAGE_SIZE, after: paging.after, filter };
  const { data, error } = useFreshQuery({ query: BUSINESSES, variables }, revision);

  function searchFor(text: string) {
    setSearch(text);
    paging.first();
  }

  return (
    <aside className="businesses" aria-label={app.businesses}>
      <input
        type="search"
        placeholder={words.partOfName}
        aria-label={words.search}
        value={search}
        onChange={(event) => searchFor(event.target.value)}
      />
      <Problem error={error} />
      <ul>
        {data?.businesses.nodes.map((business) => (
          <li key={business.id}>
            <button aria-pressed={business.id === selected} onClick={() => onSelect(business.id)}>
              <strong>{business.name ?? business.code}</strong>
              <span className="muted">
                {business.code} · {app.countParticipants(business.participantCount)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && (
        <footer>
          <span className="muted">{words.countFound(data.businesses.totalCount)}</span>
          <Pager paging={paging} pageInfo={data.businesses.pageInfo} label={words.pages} />
        </footer>
      )}
    </aside>
  );
}

/** Most names contain any one or two letters, so a short text must be the beginning of the name. */
function nameFilter(name: string) {
  return isSearchable(name) ? { nameContains: name } : { name: { startsWith: name } };
}
