import {
  type FieldName,
  type FragmentOf,
  graphql,
  type ResultOf,
  readFragment,
} from '../graphql.ts';
import { formatShare } from '../shared/format.ts';
import { describeField, SOURCES } from './document-words.ts';

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

/** What personal information has a place for. */
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

/** From here on something besides the reading speaks for a value. */
const SURE_FROM = 0.9;

type Props = {
  field: FragmentOf<typeof foundField>;
  number: number;
  isChosen: boolean;
  /** Undefined where nothing can be. */
  onChoose: ((name: FieldName, isChosen: boolean) => void) | undefined;
};

export function FieldRow({ field, number, isChosen, onChoose }: Props) {
  const one = readFragment(foundField, field);
  const { name, value, confidence, source } = one;
  const label = describeField(name);
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
      <td className="lines">{value ?? <span className="muted">masked</span>}</td>
      <td>
        <span className={confidence >= SURE_FROM ? 'tag good' : 'tag warn'}>
          {formatShare(confidence)}
          {confidence < SURE_FROM && ': check'}
        </span>
      </td>
      <td>
        {SOURCES[source]}
        <span className="muted">{describePlace(one)}</span>
      </td>
    </tr>
  );
}

function describePlace({ page, box, recoveredFrom }: ResultOf<typeof foundField>): string {
  const parts = [
    page !== null && `page ${page}`,
    box && `${formatShare(box.left)} across, ${formatShare(box.top)} down`,
    recoveredFrom !== null && `letters from the ${recoveredFrom.toUpperCase()}`,
  ];
  return parts.filter(Boolean).join(', ');
}
