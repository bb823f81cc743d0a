import { formatTime, toWords } from './format.ts';

type Decided = {
  sourceCode: string;
  externalId: string;
  resolutions: readonly {
    decision: string;
    reason: string;
    createdAt: string;
    awaitsSecond: boolean;
  }[];
};

/** What was decided about somebody, the newest first: nothing of it ever changes. */
export function DecisionHistory({ matches }: { matches: readonly Decided[] }) {
  const decisions = matches
    .flatMap(({ sourceCode, externalId, resolutions }) =>
      resolutions.map((one) => ({ ...one, match: `${sourceCode} ${externalId}` })),
    )
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return (
    <section className="card" aria-label="Decisions">
      <div className="heading">
        <h2>Decisions</h2>
      </div>
      {decisions.length === 0 ? (
        <p className="empty">No decisions yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Match</th>
              <th scope="col">Decision</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {decisions.map((one) => (
              <tr key={`${one.match} ${one.createdAt} ${one.decision}`}>
                <td>{formatTime(one.createdAt)}</td>
                <td>{one.match}</td>
                <td>
                  <span className={one.decision === 'TRUE_MATCH' ? 'tag warn' : 'tag good'}>
                    {toWords(one.decision)}
                  </span>
                  {one.awaitsSecond && <span className="muted">awaits a second user</span>}
                </td>
                <td>{toWords(one.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
