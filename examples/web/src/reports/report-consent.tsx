import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { describeFailure, failure } from '../shared/describe-failure.ts';
import { formatTime } from '../shared/format.ts';
import { describeProblem } from '../shared/problem.tsx';

/** The newest first: it is the one that holds, if any does. */
export const reportConsent = graphql(`
  fragment ReportConsent on Participant {
    databaseId
    consents(first: 1) {
      nodes {
        databaseId
        textVersion
        givenAt
        createdAt
        revokedAt
      }
    }
  }
`);

const RECORD = graphql(
  `
  mutation RecordConsent($input: RecordConsentInput!) {
    recordConsent(input: $input) {
      __typename
      ...Failure
    }
  }
`,
  [failure],
);

const REVOKE = graphql(`
  mutation RevokeConsent($input: RevokeConsentInput!) {
    revokeConsent(input: $input) {
      __typename
      ... on UserError {
        message
      }
    }
  }
`);

/** What had none of them does not hold their own type. */
const CHANGED = { additionalTypenames: ['ConsentConnection', 'SocioeconomicReport'] };

/** Nothing is made of a person who has not agreed, or who agrees no longer. */
export function ReportConsent({ participant }: { participant: FragmentOf<typeof reportConsent> }) {
  const { databaseId, consents } = readFragment(reportConsent, participant);
  const [consent] = consents.nodes;
  const [problem, setProblem] = useState<string>();
  const [revoking, revoke] = useMutation(REVOKE);

  async function end(consentId: number) {
    const { data, error } = await revoke({ input: { consentId } }, CHANGED);
    setProblem(error ? describeProblem(error) : data && describeFailure(data.revokeConsent));
  }

  return (
    <section className="card" aria-label="Consent">
      <h2>Consent</h2>
      <div className="decide">
        {consent === undefined && <p>No consent is recorded.</p>}
        {consent && (
          <p>
            Text {consent.textVersion}, given {formatTime(consent.givenAt)}, recorded{' '}
            {formatTime(consent.createdAt)}
            {consent.revokedAt !== null && `, revoked ${formatTime(consent.revokedAt)}`}
          </p>
        )}
        {consent?.revokedAt === null ? (
          <button
            className="danger"
            disabled={revoking.fetching}
            onClick={() => end(consent.databaseId)}
          >
            Revoke it
          </button>
        ) : (
          <RecordForm participantId={databaseId} />
        )}
        {problem !== undefined && <p role="alert">{problem}</p>}
      </div>
    </section>
  );
}

function RecordForm({ participantId }: { participantId: number }) {
  const [textVersion, setTextVersion] = useState('');
  const [problem, setProblem] = useState<string>();
  const [{ fetching }, record] = useMutation(RECORD);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const participant = { databaseId: participantId };
    const input = { participant, purpose: 'SOCIOECONOMIC_REPORT', textVersion } as const;
    const { data, error } = await record({ input }, CHANGED);
    setProblem(error ? describeProblem(error) : data && describeFailure(data.recordConsent));
  }

  return (
    <form onSubmit={submit} aria-label="Record a consent">
      <label>
        Version of the text{' '}
        <input
          required
          maxLength={100}
          value={textVersion}
          onChange={(event) => setTextVersion(event.target.value)}
        />
      </label>{' '}
      <button disabled={fetching}>Record consent</button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  );
}
