import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql, type ResultOf } from '../graphql.ts';
import { countMatches, formatCount, toWords } from '../shared/format.ts';
import { describeProblem } from '../shared/problem.tsx';

const SCREEN = graphql(`
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
      ... on UserError {
        message
      }
    }
  }
`);

type Said = { text: string; isProblem: boolean };

/** Looks for the participant in all lists, now. It is kept in the history, and decides nothing. */
export function ScreenNow({ participantId }: { participantId: string }) {
  const [{ fetching }, screen] = useMutation(SCREEN);
  const [said, setSaid] = useState<Said>();

  async function run() {
    setSaid(undefined);
    const { data, error } = await screen({ input: { participant: { id: participantId } } });
    if (data) setSaid(describe(data.screen));
    else if (error) setSaid({ text: describeProblem(error), isProblem: true });
  }

  return (
    <>
      <button disabled={fetching} onClick={run}>
        {fetching ? 'Screening…' : 'Screen now'}
      </button>
      {said && <span role={said.isProblem ? 'alert' : 'status'}>{said.text}</span>}
    </>
  );
}

function describe(result: ResultOf<typeof SCREEN>['screen']): Said {
  if (result.__typename !== 'ScreenPayload') return { text: result.message, isProblem: true };
  const { outcome, matchesCount, lists } = result.screening;
  const looked = formatCount(lists.filter((one) => one.isLoaded).length, 'list');
  const text = `${toWords(outcome)}: ${countMatches(matchesCount)} in ${looked}.`;
  return { text, isProblem: false };
}
