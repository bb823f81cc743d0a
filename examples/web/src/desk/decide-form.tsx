import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure } from '../shared/failure.ts';
import { FailureAlert, Problem } from '../shared/problem.tsx';
import { DecideFields, isComplete, UNDECIDED } from './decide-fields.tsx';

const RESOLVE = graphql(
  `
  mutation ResolveMatches($input: ResolveParticipantMatchesInput!) {
    resolveParticipantMatches(input: $input) {
      __typename
      ... on ResolveParticipantMatchesPayload {
        participant {
          id
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

/** Shown match: the decision is based on this version of its entry. */
type SeenMatch = { sourceCode: string; externalId: string; expectedMatterHash: string | null };

type Props = {
  participantId: string;
  /** Undefined when a provider reports pending matches without sending them. */
  match: SeenMatch | undefined;
};

/** Form for the decision on one match. Nothing is preselected, which prevents accidental decisions. */
export function DecideForm({ participantId, match }: Props) {
  const words = useWords().decisions;
  const [decision, setDecision] = useState(UNDECIDED);
  const [problem, setProblem] = useState<Failure>();
  const [{ error, fetching }, resolve] = useMutation(RESOLVE);
  const isReady = match === undefined || isComplete(decision);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { verdict, reason, note } = decision;
    const decided = match && { verdict, reason, note: note.trim() || null, matches: [match] };
    const { data } = await resolve({ input: { participant: { id: participantId }, ...decided } });
    setProblem(data && toFailure(data.resolveParticipantMatches));
  }

  return (
    <form className="decide" onSubmit={submit} aria-label={words.decision}>
      {match !== undefined && <DecideFields decision={decision} onChange={setDecision} />}
      <Problem error={error} />
      <FailureAlert failure={problem} />
      <button disabled={!isReady || fetching}>
        {match === undefined ? words.markDecided : words.record}
      </button>
    </form>
  );
}
