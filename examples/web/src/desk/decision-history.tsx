import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { formatTime } from '../shared/format.ts';
import { actorName, DECISION_WORDS as WORDS } from './decision-words.ts';

export const decidedMatch = graphql(`
  fragment DecidedMatch on ParticipantMatch {
    sourceCode
    externalId
    resolutions {
      decision
      reason
      createdAt
      awaitsSecond
      note
      isMasked
      decidedBy {
        userId
        name
      }
      reviewer {
        name
        email
      }
    }
  }
`);

/** What was decided about somebody, by whom and why, the newest first: nothing of it ever changes. */
export function DecisionHistory({
  matches,
}: {
  matches: readonly FragmentOf<typeof decidedMatch>[];
}) {
  const decisions = readFragment(decidedMatch, matches)
    .flatMap(({ sourceCode, externalId, resolutions }) =>
      resolutions.map((one) => ({ ...one, match: `${sourceCode} ${externalId}` })),
    )
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return (
    <section className="card" aria-label={WORDS.title}>
      <div className="heading">
        <h2>{WORDS.title}</h2>
      </div>
      {decisions.length === 0 ? (
        <p className="empty">{WORDS.empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {WORDS.columns.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {decisions.map((one) => (
              <DecisionRow key={`${one.match} ${one.createdAt} ${one.decision}`} one={one} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

type Decision = ResultOf<typeof decidedMatch>['resolutions'][number] & { match: string };

function DecisionRow({ one }: { one: Decision }) {
  const { reviewer } = one;
  return (
    <tr>
      <td>{formatTime(one.createdAt)}</td>
      <td>{one.match}</td>
      <td>
        <span className={one.decision === 'TRUE_MATCH' ? 'tag warn' : 'tag good'}>
          {WORDS.decisions[one.decision]}
        </span>
        {one.awaitsSecond && <span className="muted">{WORDS.awaitsSecond}</span>}
      </td>
      <td>{WORDS.reasons[one.reason]}</td>
      <td>
        {actorName(one.decidedBy)}
        {reviewer && (
          <span className="muted">
            {WORDS.reviewedBy([reviewer.name, reviewer.email].filter(Boolean).join(', '))}
          </span>
        )}
      </td>
      <td>{one.isMasked ? <span className="muted">{WORDS.masked}</span> : one.note}</td>
    </tr>
  );
}
