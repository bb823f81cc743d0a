import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql, type ResultOf } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

const SCREEN = graphql(
  `
  mutation Screen($input: ScreenInput!) {
    screen(input: $input) {
      __typename
      ... on ScreenPayload {
        screening {
          id
          outcome
          matchesCount
          lists {
            isLoaded
          }
          participant {
            id
          }
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

type Screening = Extract<
  ResultOf<typeof SCREEN>['screen'],
  { __typename: 'ScreenPayload' }
>['screening'];

/** Screens the participant against all lists. The screening is stored in the history and decides nothing. */
export function ScreenNow({ participantId }: { participantId: string }) {
  const words = useWords();
  const [{ fetching }, screen] = useMutation(SCREEN);
  const [screening, setScreening] = useState<Screening>();
  const [problem, setProblem] = useState<Failure>();

  async function run() {
    setScreening(undefined);
    const { data, error } = await screen({ input: { participant: { id: participantId } } });
    const result = data?.screen;
    if (result?.__typename === 'ScreenPayload') setScreening(result.screening);
    setProblem(error ? toRequestFailure(error) : result && toFailure(result));
  }

  return (
    <>
      <button disabled={fetching} onClick={run}>
        {fetching ? words.screening.running : words.screening.run}
      </button>
      <FailureAlert failure={problem} />
      {screening && <span role="status">{describe(screening, words.screening)}</span>}
    </>
  );
}

function describe(
  { outcome, matchesCount, lists }: Screening,
  { outcomes, result }: Words['screening'],
): string {
  return result(outcomes[outcome], matchesCount, lists.filter((list) => list.isLoaded).length);
}
