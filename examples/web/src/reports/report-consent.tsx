import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

/** Latest consent of the participant: only the latest one can be in force. */
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

const REVOKE = graphql(
  `
  mutation RevokeConsent($input: RevokeConsentInput!) {
    revokeConsent(input: $input) {
      __typename
      ...Failure
    }
  }
`,
  [failure],
);

/** Types to query again: the cache does not relate a list without consents to the first one. */
const CHANGED = { additionalTypenames: ['ConsentConnection', 'SocioeconomicReport'] };

/** Consent of the person, without which no report is generated or finalized. */
export function ReportConsent({ participant }: { participant: FragmentOf<typeof reportConsent> }) {
  const { formats, reports: words } = useWords();
  const { databaseId, consents } = readFragment(reportConsent, participant);
  const [consent] = consents.nodes;
  const [problem, setProblem] = useState<Failure>();
  const [revoking, revoke] = useMutation(REVOKE);

  async function end(consentId: number) {
    const { data, error } = await revoke({ input: { consentId } }, CHANGED);
    setProblem(error ? toRequestFailure(error) : data && toFailure(data.revokeConsent));
  }

  return (
    <section className="card" aria-label={words.consent}>
      <h2>{words.consent}</h2>
      <div className="decide">
        {consent === undefined && <p>{words.noConsent}</p>}
        {consent && (
          <p>
            {words.consentText(
              consent.textVersion,
              formats.time(consent.givenAt),
              formats.time(consent.createdAt),
            )}
            {consent.revokedAt !== null && words.consentRevoked(formats.time(consent.revokedAt))}
          </p>
        )}
        {consent?.revokedAt === null ? (
          <button
            className="danger"
            disabled={revoking.fetching}
            onClick={() => end(consent.databaseId)}
          >
            {words.revoke}
          </button>
        ) : (
          <RecordForm participantId={databaseId} />
        )}
        <FailureAlert failure={problem} />
      </div>
    </section>
  );
}

function RecordForm({ participantId }: { participantId: number }) {
  const { reports: words } = useWords();
  const [textVersion, setTextVersion] = useState('');
  const [problem, setProblem] = useState<Failure>();
  const [{ fetching }, record] = useMutation(RECORD);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const participant = { databaseId: participantId };
    const input = { participant, purpose: 'SOCIOECONOMIC_REPORT', textVersion } as const;
    const { data, error } = await record({ input }, CHANGED);
    setProblem(error ? toRequestFailure(error) : data && toFailure(data.recordConsent));
  }

  return (
    <form onSubmit={submit} aria-label={words.recordTitle}>
      <label>
        {words.textVersion}{' '}
        <input
          required
          maxLength={100}
          value={textVersion}
          onChange={(event) => setTextVersion(event.target.value)}
        />
      </label>{' '}
      <button disabled={fetching}>{words.record}</button>
      <FailureAlert failure={problem} />
    </form>
  );
}
