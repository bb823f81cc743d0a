import { graphql, type ResultOf } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
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

/** Date and age of each list: a list that is old or not loaded clears nobody. */
export function ListAges({ revision }: { revision: string | undefined }) {
  const words = useWords().lists;
  const { data, error, fetching } = useFreshQuery({ query: LISTS, variables: {} }, revision);
  return (
    <section className="card" aria-label={words.title} aria-busy={fetching}>
      <h2>{words.title}</h2>
      <Problem error={error} />
      {data && (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.list}</th>
              <th scope="col">{words.asOf}</th>
              <th scope="col">{words.seenAtSource}</th>
              <th scope="col">{words.rows}</th>
              <th scope="col">{words.age}</th>
            </tr>
          </thead>
          <tbody>
            {data.watchLists.nodes.map((list) => (
              <ListRow key={list.state.code} list={list} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

type List = ResultOf<typeof LISTS>['watchLists']['nodes'][number];

function ListRow({ list: { authority, family, state } }: { list: List }) {
  const { formats, lists: words } = useWords();
  const titles: Readonly<Record<string, string>> = words.titles;
  return (
    <tr>
      <td>
        <strong>{titles[state.code] ?? state.title}</strong>
        <span className="muted">
          {[family === 'UN' ? words.unitedNations : authority, state.code]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td className="fixed">
        {state.asOf === null ? (state.isLoaded ? words.unknown : '–') : formats.day(state.asOf)}
      </td>
      <td className="fixed">
        {state.sourceSeenAt === null ? '–' : formats.time(state.sourceSeenAt)}
      </td>
      <td>{state.rows === null ? '–' : formats.number(state.rows)}</td>
      <td>
        <Age state={state} />
      </td>
    </tr>
  );
}

function Age({ state }: { state: List['state'] }) {
  const { app, lists: words } = useWords();
  if (!state.isLoaded) return <span className="tag warn">{words.notLoaded}</span>;
  const age = state.ageDays === null ? words.dayUnknown : app.countDays(state.ageDays);
  if (state.isStale !== false) return <span className="tag warn">{words.tooOld(age)}</span>;
  return <span className="tag good">{age}</span>;
}
