import { useDeferredValue, useState } from 'react';
import { graphql } from '../graphql.ts';
import { formatCount } from '../shared/format.ts';
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
    <aside className="businesses" aria-label="Businesses">
      <input
        type="search"
        placeholder="Part of a name…"
        aria-label="Search by name"
        value={search}
        onChange={(event) => searchFor(event.target.value)}
      />
      <Problem error={error} />
      <ul>
        {data?.businesses.nodes.map((one) => (
          <li key={one.id}>
            <button aria-pressed={one.id === selected} onClick={() => onSelect(one.id)}>
              <strong>{one.name ?? one.code}</strong>
              <span className="muted">
                {one.code} · {formatCount(one.participantCount, 'participant')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && (
        <footer>
          <span className="muted">{data.businesses.totalCount.toLocaleString()} found</span>
          <Pager paging={paging} pageInfo={data.businesses.pageInfo} label="Pages of businesses" />
        </footer>
      )}
    </aside>
  );
}

/** One or two letters stand in most names, so those are what a name begins with. */
function nameFilter(name: string) {
  return isSearchable(name) ? { nameContains: name } : { name: { startsWith: name } };
}
