import { useState } from 'react';
import {
  type FieldName,
  type FragmentOf,
  graphql,
  type ResultOf,
  readFragment,
} from '../graphql.ts';
import { formatShare } from '../shared/format.ts';
import { ApplyFields } from './apply-fields.tsx';
import { DocumentChecks } from './document-checks.tsx';
import { describeKind } from './document-words.ts';
import { FieldRow, foundField } from './field-row.tsx';

export const documentFields = graphql(
  `
    fragment DocumentFields on Extraction {
      kind
      confidence
      needsReview
      checks {
        code
        ok
        detail
      }
      fields {
        isMasked
        found {
          name
          box {
            left
            top
            width
            height
          }
          ...SelectedField
        }
        missing {
          name
          reason
        }
      }
    }
  `,
  [foundField],
);

type Props = {
  extraction: FragmentOf<typeof documentFields>;
  extractionId: number;
  participant: { id: string; business: { version: number } };
};

/** What a document says, field by field; those that personal information has can be chosen and stored. */
export function DocumentFields({ extraction, extractionId, participant }: Props) {
  const one = readFragment(documentFields, extraction);
  const { fields, checks } = one;
  const [chosen, setChosen] = useState<readonly FieldName[]>([]);
  const choose = (name: FieldName, isChosen: boolean): void =>
    setChosen(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name));

  return (
    <section className="card" aria-label="Fields">
      <Heading {...one} />
      {fields.isMasked && (
        <p className="notice">Values are masked: they require scope personal:read.</p>
      )}
      <table className="fields">
        <caption>Extracted fields</caption>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col">Sure</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {fields.found.map((field, index) => (
            <FieldRow
              key={field.name}
              field={field}
              number={index + 1}
              isChosen={chosen.includes(field.name)}
              onChoose={fields.isMasked ? undefined : choose}
            />
          ))}
        </tbody>
      </table>
      {fields.found.length === 0 && <p className="empty">No fields were extracted.</p>}
      <ApplyFields
        extractionId={extractionId}
        participant={participant}
        fields={chosen}
        onApplied={() => setChosen([])}
      />
      <DocumentChecks checks={checks} missing={fields.missing} />
    </section>
  );
}

type Heard = Pick<ResultOf<typeof documentFields>, 'kind' | 'confidence' | 'needsReview'>;

function Heading({ kind, confidence, needsReview }: Heard) {
  return (
    <div className="heading">
      <h2>{describeKind(kind)}</h2>
      {confidence !== null && <span className="tag">{formatShare(confidence)} sure</span>}
      {needsReview === true && <span className="tag warn">somebody should look at it</span>}
    </div>
  );
}
