import {
  type FieldName,
  type FragmentOf,
  graphql,
  type ResultOf,
  readFragment,
} from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';

export const foundField = graphql(`
  fragment SelectedField on ExtractedField {
    name
    value
    confidence
    source
    page
    recoveredFrom
    box {
      left
      top
    }
  }
`);

/** Fields that exist in the personal information. */
const APPLICABLE: ReadonlySet<FieldName> = new Set<FieldName>([
  'RFC',
  'CURP',
  'BIRTH_DATE',
  'NATIONALITY',
  'COUNTRY_OF_BIRTH',
  'ECONOMIC_ACTIVITIES',
  'STREET',
  'EXTERIOR_NUMBER',
  'INTERIOR_NUMBER',
  'NEIGHBORHOOD',
  'MUNICIPALITY',
  'LOCALITY',
  'STATE',
  'POSTAL_CODE',
  'COUNTRY',
]);

/** Confidence from which other evidence in the document confirms a value. */
const SURE_FROM = 0.9;

type Props = {
  field: FragmentOf<typeof foundField>;
  number: number;
  isChosen: boolean;
  /** Undefined when no field can be chosen. */
  onChoose: ((name: FieldName, isChosen: boolean) => void) | undefined;
};

export function FieldRow({ field, number, isChosen, onChoose }: Props) {
  const words = useWords();
  const { documents, formats } = words;
  const found = readFragment(foundField, field);
  const { name, value, confidence, source } = found;
  const label = describeCode(words.fields, name);
  const share = formats.share(confidence);
  return (
    <tr>
      <td>{number}</td>
      <th scope="row">
        {onChoose !== undefined && APPLICABLE.has(name) ? (
          <label>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={(event) => onChoose(name, event.target.checked)}
            />
            {label}
          </label>
        ) : (
          label
        )}
      </th>
      <td className="lines">
        {value === null ? (
          <span className="muted">{documents.maskedValue}</span>
        ) : (
          formats.day(value)
        )}
      </td>
      <td>
        <span className={confidence >= SURE_FROM ? 'tag good' : 'tag warn'}>
          {confidence < SURE_FROM ? documents.check(share) : share}
        </span>
      </td>
      <td>
        {documents.sources[source]}
        <span className="muted">{describePlace(found, words)}</span>
      </td>
    </tr>
  );
}

function describePlace(
  { page, box, recoveredFrom }: ResultOf<typeof foundField>,
  { documents: words, formats }: Words,
): string {
  const parts = [
    page !== null && words.page(page),
    box && words.place(formats.share(box.left), formats.share(box.top)),
    recoveredFrom !== null && words.lettersFrom(recoveredFrom.toUpperCase()),
  ];
  return parts.filter(Boolean).join(', ');
}
