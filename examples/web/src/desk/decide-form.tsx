import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../graphql.ts';
import { describeFailure, failure } from '../shared/describe-failure.ts';
import { Problem } from '../shared/problem.tsx';
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

/** A match as it is shown: the decision is about what its entry said then. */
type SeenMatch = { sourceCode: string; externalId: string; expectedMatterHash: string | null };

type Props = {
  participantId: string;
  /** Undefined where a provider says that some are pending and none is known: then there is nothing to say of them. */
  match: SeenMatch | undefined;
};

/** A decision on one match: nothing is chosen beforehand, so that nobody decides by a slip. */
export function DecideForm({ participantId, match }: Props) {
  const [decision, setDecision] = useState(UNDECIDED);
  const [problem, setProblem] = useState<string>();
  const [{ error, fetching }, resolve] = useMutation(RESOLVE);
  const isReady = match === undefined || isComplete(decision);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { verdict, reason, note } = decision;
    const said = match && { verdict, reason, note: note.trim() || null, matches: [match] };
    const { data } = await resolve({ input: { participant: { id: participantId }, ...said } });
    setProblem(data && describeFailure(data.resolveParticipantMatches));
  }

  return (
    <form className="decide" onSubmit={submit} aria-label="Decision">
      {match !== undefined && <DecideFields decision={decision} onChange={setDecision} />}
      <Problem error={error} />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button disabled={!isReady || fetching}>
        {match === undefined ? 'Mark as decided' : 'Record the decision'}
      </button>
    </form>
  );
}
