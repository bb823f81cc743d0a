import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { actorName } from './actor-name.ts';

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

/** Decisions on the matches of a participant, newest first. Decisions are never changed. */
export function DecisionHistory({
  matches,
}: {
  matches: readonly FragmentOf<typeof decidedMatch>[];
}) {
  const words = useWords().decisions;
  const columns = [words.when, words.match, words.decision, words.reason, words.by, words.note];
  const decisions = readFragment(decidedMatch, matches)
    .flatMap(({ sourceCode, externalId, resolutions }) =>
      resolutions.map((resolution) => ({ ...resolution, match: `${sourceCode} ${externalId}` })),
    )
    .toSorted((first, second) => second.createdAt.localeCompare(first.createdAt));
  return (
    <section className="card" aria-label={words.title}>
      <div className="heading">
        <h2>{words.title}</h2>
      </div>
      {decisions.length === 0 ? (
        <p className="empty">{words.empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {decisions.map((decision) => (
              <DecisionRow
                key={`${decision.match} ${decision.createdAt} ${decision.decision}`}
                decision={decision}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

type Decision = ResultOf<typeof decidedMatch>['resolutions'][number] & { match: string };

function DecisionRow({ decision }: { decision: Decision }) {
  const { app, decisions: words, formats } = useWords();
  const { reviewer } = decision;
  return (
    <tr>
      <td>{formats.time(decision.createdAt)}</td>
      <td>{decision.match}</td>
      <td>
        <span className={decision.decision === 'TRUE_MATCH' ? 'tag warn' : 'tag good'}>
          {words.states[decision.decision]}
        </span>
        {decision.awaitsSecond && <span className="muted">{words.awaitsSecond}</span>}
      </td>
      <td>{words.reasons[decision.reason]}</td>
      <td>
        {actorName(app, decision.decidedBy)}
        {reviewer && (
          <span className="muted">
            {words.reviewedFor([reviewer.name, reviewer.email].filter(Boolean).join(', '))}
          </span>
        )}
      </td>
      <td>{decision.isMasked ? <span className="muted">{words.masked}</span> : decision.note}</td>
    </tr>
  );
}
