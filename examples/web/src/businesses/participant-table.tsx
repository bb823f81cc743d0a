import { useState } from 'react';
import type { OpenDocument } from '../documents/document-page.tsx';
import { graphql, type ParticipantFilter } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { Pager } from '../shared/pager.tsx';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { usePage } from '../shared/use-page.ts';
import { ParticipantFilters } from './participant-filters.tsx';
import { ParticipantRow, participantRow } from './participant-row.tsx';

const PARTICIPANTS = graphql(
  `
    query Participants($id: ID!, $first: Int!, $after: String, $filter: ParticipantFilter) {
      business(by: { id: $id }) {
        id
        participants(first: $first, after: $after, filter: $filter) {
          totalCount
          nodes {
            id
            ...ParticipantRow
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [participantRow],
);

const PAGE_SIZE = 10;

type Props = {
  businessId: string;
  revision: string | undefined;
  onOpenDocument: (document: OpenDocument) => void;
  onOpenReports: (participantId: string) => void;
};

export function ParticipantTable({ businessId, revision, ...open }: Props) {
  const { businesses: words } = useWords();
  const paging = usePage();
  const [filter, setFilter] = useState<ParticipantFilter>({});
  const variables = { id: businessId, first: PAGE_SIZE, after: paging.after, filter };
  const { data, error, fetching } = useFreshQuery({ query: PARTICIPANTS, variables }, revision);
  const list = data?.business?.participants;

  function filterBy(next: ParticipantFilter) {
    setFilter(next);
    paging.first();
  }

  return (
    <section className="card" aria-busy={fetching}>
      <ParticipantFilters filter={filter} count={list?.totalCount} onChange={filterBy} />
      <Problem error={error} />
      <table>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.roles}</th>
            <th scope="col">{words.folio}</th>
            <th scope="col">{words.documents}</th>
            <th scope="col">{words.matches}</th>
            <th scope="col">{words.reports}</th>
          </tr>
        </thead>
        <tbody>
          {list?.nodes.map((participant) => (
            <ParticipantRow
              key={participant.id}
              participant={participant}
              onOpenDocument={(id) => open.onOpenDocument({ id, participantId: participant.id })}
              onOpenReports={() => open.onOpenReports(participant.id)}
            />
          ))}
        </tbody>
      </table>
      {list?.nodes.length === 0 && <p className="empty">{words.emptyFilter}</p>}
      {list && <Pager paging={paging} pageInfo={list.pageInfo} label={words.participantPages} />}
    </section>
  );
}
