import { useState } from 'react';
import {
  type FieldName,
  type FragmentOf,
  graphql,
  type ResultOf,
  readFragment,
} from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';
import { ApplyFields } from './apply-fields.tsx';
import { DocumentChecks } from './document-checks.tsx';
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

/** Extracted fields; those that exist in the personal information can be chosen and stored. */
export function DocumentFields({ extraction, extractionId, participant }: Props) {
  const { documents: words } = useWords();
  const read = readFragment(documentFields, extraction);
  const { fields, checks } = read;
  const [chosen, setChosen] = useState<readonly FieldName[]>([]);
  const choose = (name: FieldName, isChosen: boolean): void =>
    setChosen(isChosen ? [...chosen, name] : chosen.filter((field) => field !== name));

  return (
    <section className="card" aria-label={words.fields}>
      <Heading {...read} />
      {fields.isMasked && <p className="notice">{words.masked}</p>}
      <table className="fields">
        <caption>{words.extracted}</caption>
        <thead>
          <tr>
            <th scope="col">{words.number}</th>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.confidence}</th>
            <th scope="col">{words.position}</th>
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
      {fields.found.length === 0 && <p className="empty">{words.noFields}</p>}
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

type HeadingProps = Pick<ResultOf<typeof documentFields>, 'kind' | 'confidence' | 'needsReview'>;

function Heading({ kind, confidence, needsReview }: HeadingProps) {
  const { documents: words, formats } = useWords();
  return (
    <div className="heading">
      <h2>{describeCode(words.kinds, kind ?? 'UNKNOWN')}</h2>
      {confidence !== null && <span className="tag">{words.sure(formats.share(confidence))}</span>}
      {needsReview === true && <span className="tag warn">{words.needsReview}</span>}
    </div>
  );
}
