import { useState } from 'react';
import { useMutation } from 'urql';
import { type FieldName, graphql, type ResultOf } from '../graphql.ts';
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
      ... on InputValidationError {
        issues {
          path
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

const IDENTITY_CONFLICTS = [
  'DOCUMENT_NAME',
  'CURP_NAME',
  'RFC_NAME',
  'CURP_BIRTH_DATE',
  'RFC_BIRTH_DATE',
  'RFC_CURP',
] as const;
type IdentityConflict = (typeof IDENTITY_CONFLICTS)[number];

/** Returns the conflicts that the gateway refused to store without an acknowledgment: the ends of the issues' paths. */
function listConflicts(result: ResultOf<typeof APPLY>['applyExtraction']): IdentityConflict[] {
  const issues = result.__typename === 'InputValidationError' ? result.issues : [];
  return IDENTITY_CONFLICTS.filter((conflict) =>
    issues.some(({ path }) => path[0] === 'acknowledge' && path.at(-1) === conflict),
  );
}

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
  const [conflicts, setConflicts] = useState<readonly IdentityConflict[]>([]);
  const [isSure, setSure] = useState(false);

  async function run() {
    const { data, error } = await apply({
      input: {
        extractionId,
        participant: { id: participant.id },
        fields: [...fields],
        acknowledge: isSure ? [...conflicts] : [],
        expectedVersion: participant.business.version,
      },
    });
    const refusal = error ? toRequestFailure(error) : data && toFailure(data.applyExtraction);
    setProblem(refusal);
    setConflicts(data === undefined ? conflicts : listConflicts(data.applyExtraction));
    setSure(false);
    setStoredCount(refusal === undefined ? fields.length : undefined);
    if (refusal === undefined) onApplied();
  }

  return (
    <div className="decide">
      <button disabled={fields.length === 0 || fetching} onClick={run}>
        {fields.length === 0 ? words.storeFields : words.storeChosen(fields.length)}
      </button>
      {conflicts.length > 0 && (
        <Acknowledgment conflicts={conflicts} isSure={isSure} onChange={setSure} />
      )}
      <FailureAlert failure={problem} />
      {storedCount !== undefined && <span role="status">{words.storedFields(storedCount)}</span>}
    </div>
  );
}

type AcknowledgmentProps = {
  conflicts: readonly IdentityConflict[];
  isSure: boolean;
  onChange: (isSure: boolean) => void;
};

/** Signs that the data are those of another person, which the officer acknowledges. */
function Acknowledgment({ conflicts, isSure, onChange }: AcknowledgmentProps) {
  const words = useWords().documents;
  return (
    <>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict}>{words.identityConflicts[conflict]}</li>
        ))}
      </ul>
      <label>
        <input
          type="checkbox"
          checked={isSure}
          onChange={(event) => onChange(event.target.checked)}
        />
        {words.sameHolder}
      </label>
    </>
  );
}
