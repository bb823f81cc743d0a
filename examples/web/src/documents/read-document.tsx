import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, failure, toFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

const READ = graphql(
  `
  mutation ReadDocument($input: ExtractDocumentInput!) {
    extractDocument(input: $input) {
      __typename
      ... on ExtractDocumentPayload {
        extraction {
          id
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

/** Types to query again: the cache does not relate a result without readings to the first one. */
const READINGS = { additionalTypenames: ['RequestedDocument'] };

type Props = { fileId: number; isBusy: boolean; isAgain: boolean };

/** Extracts a file: small files within the request, others in a background job that ends with an event. */
export function ReadDocument({ fileId, isBusy, isAgain }: Props) {
  const words = useWords().documents;
  const [{ fetching }, read] = useMutation(READ);
  const [problem, setProblem] = useState<Failure>();

  async function run() {
    const { data, error } = await read({ input: { file: { databaseId: fileId } } }, READINGS);
    const result = data?.extractDocument;
    setProblem(error ? toRequestFailure(error) : result && toFailure(result));
  }

  return (
    <>
      <button disabled={fetching || isBusy} onClick={run}>
        {isAgain ? words.readAgain : words.read}
      </button>
      <FailureAlert failure={problem} />
    </>
  );
}
