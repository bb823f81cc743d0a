import { useState } from 'react';
import { useMutation } from 'urql';
import { type FieldName, graphql } from '../graphql.ts';
import { describeFailure, failure } from '../shared/describe-failure.ts';
import { formatCount } from '../shared/format.ts';
import { describeProblem } from '../shared/problem.tsx';

const APPLY = graphql(
  `
  mutation ApplyFields($input: ApplyExtractionInput!) {
    applyExtraction(input: $input) {
      __typename
      ... on ApplyExtractionPayload {
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

type Props = {
  extractionId: number;
  participant: { id: string; business: { version: number } };
  fields: readonly FieldName[];
  onApplied: () => void;
};
type Said = { text: string; isProblem: boolean };

/** Puts what was chosen into personal information, unless somebody changed the business meanwhile. */
export function ApplyFields({ extractionId, participant, fields, onApplied }: Props) {
  const [{ fetching }, apply] = useMutation(APPLY);
  const [said, setSaid] = useState<Said>();

  async function run() {
    const { data, error } = await apply({
      input: {
        extractionId,
        participant: { id: participant.id },
        fields: [...fields],
        expectedVersion: participant.business.version,
      },
    });
    if (error) return setSaid({ text: describeProblem(error), isProblem: true });
    const problem = data && describeFailure(data.applyExtraction);
    if (problem !== undefined) return setSaid({ text: problem, isProblem: true });
    setSaid({ text: `${formatCount(fields.length, 'field')} stored.`, isProblem: false });
    onApplied();
  }

  return (
    <div className="decide">
      <button disabled={fields.length === 0 || fetching} onClick={run}>
        {fields.length === 0
          ? 'Store chosen fields'
          : `Store ${formatCount(fields.length, 'chosen field')}`}
      </button>
      {said && <span role={said.isProblem ? 'alert' : 'status'}>{said.text}</span>}
    </div>
  );
}
