import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../graphql.ts';
import { describeProblem } from '../shared/problem.tsx';

const READ = graphql(`
  mutation ReadDocument($input: ExtractDocumentInput!) {
    extractDocument(input: $input) {
      __typename
      ... on ExtractDocumentPayload {
        extraction {
          id
        }
      }
      ... on UserError {
        message
      }
    }
  }
`);

/** Without it a first reading would not show: an answer that had none of a type does not change with it. */
const READINGS = { additionalTypenames: ['RequestedDocument'] };

type Props = { fileId: number; isBusy: boolean; isAgain: boolean };

/** Has the gateway read a file: small ones at once, others beside the requests, of which an event tells. */
export function ReadDocument({ fileId, isBusy, isAgain }: Props) {
  const [{ fetching }, read] = useMutation(READ);
  const [problem, setProblem] = useState<string>();

  async function run() {
    const { data, error } = await read({ input: { file: { databaseId: fileId } } }, READINGS);
    const result = data?.extractDocument;
    if (error) setProblem(describeProblem(error));
    else setProblem(result?.__typename === 'ExtractDocumentPayload' ? undefined : result?.message);
  }

  return (
    <>
      <button disabled={fetching || isBusy} onClick={run}>
        {isAgain ? 'Read it again' : 'Read it'}
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
}
