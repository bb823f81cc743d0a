import { useState } from 'react';
import { useMutation } from 'urql';
import { type FieldName, graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

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
/** Stores the chosen fields in the personal information, unless the business changed meanwhile. */
export function ApplyFields({ extractionId, participant, fields, onApplied }: Props) {
  const words = useWords().documents;
  const [{ fetching }, apply] = useMutation(APPLY);
  const [storedCount, setStoredCount] = useState<number>();
  const [problem, setProblem] = useState<Failure>();

  async function run() {
    const { data, error } = await apply({
      input: {
        extractionId,
        participant: { id: participant.id },
        fields: [...fields],
        expectedVersion: participant.business.version,
      },
    });
    const refusal = error ? toRequestFailure(error) : data && toFailure(data.applyExtraction);
    setProblem(refusal);
    setStoredCount(refusal === undefined ? fields.length : undefined);
    if (refusal === undefined) onApplied();
  }

  return (
    <div className="decide">
      <button disabled={fields.length === 0 || fetching} onClick={run}>
        {fields.length === 0 ? words.storeFields : words.storeChosen(fields.length)}
      </button>
      <FailureAlert failure={problem} />
      {storedCount !== undefined && <span role="status">{words.storedFields(storedCount)}</span>}
    </div>
  );
}
