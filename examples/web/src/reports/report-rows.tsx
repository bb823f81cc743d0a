import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { askedField, knownValue, ReportInput } from './report-input.tsx';
import { toText } from './report-values.ts';

export const formGroup = graphql(
  `
    fragment FormGroup on SocioeconomicFormGroup {
      key
      label
      columns {
        key
        label
        ...AskedField
      }
    }
  `,
  [askedField],
);

export const knownRows = graphql(
  `
    fragment KnownRows on SocioeconomicGroup {
      key
      rows {
        cells {
          column
          value {
            ...KnownValue
          }
        }
      }
    }
  `,
  [knownValue],
);

/** What its inputs say, by column. */
export type RowTexts = Readonly<Record<string, string>>;

export function toRows(known: FragmentOf<typeof knownRows>): RowTexts[] {
  return readFragment(knownRows, known).rows.map(({ cells }) =>
    Object.fromEntries(
      cells.map(({ column, value }) => [column, toText(readFragment(knownValue, value))]),
    ),
  );
}

const ROWS_MAX = 40;

type Props = {
  group: FragmentOf<typeof formGroup>;
  rows: readonly RowTexts[];
  isReadOnly: boolean;
  onChange: (rows: RowTexts[]) => void;
};

/** What comes in rows, such as the members of a family; a row that is left empty is none. */
export function ReportRows({ group, rows, isReadOnly, onChange }: Props) {
  const asked = readFragment(formGroup, group);
  const { label, columns } = asked;
  return (
    <>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((one) => (
              <th key={one.key}>{one.label}</th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place.
              key={at}
              group={asked}
              row={row}
              at={at}
              isReadOnly={isReadOnly}
              onChange={(written) => onChange(rows.with(at, written))}
              onRemove={() => onChange(rows.toSpliced(at, 1))}
            />
          ))}
        </tbody>
      </table>
      {!isReadOnly && rows.length < ROWS_MAX && (
        <button
          type="button"
          className="quiet"
          aria-label={`Add to ${label}`}
          onClick={() => onChange([...rows, {}])}
        >
          Add a row
        </button>
      )}
    </>
  );
}

type RowProps = {
  group: ResultOf<typeof formGroup>;
  row: RowTexts;
  at: number;
  isReadOnly: boolean;
  onChange: (row: RowTexts) => void;
  onRemove: () => void;
};

function Row({ group: { label, columns }, row, at, isReadOnly, onChange, onRemove }: RowProps) {
  return (
    <tr>
      {columns.map((one) => (
        <td key={one.key}>
          <ReportInput
            field={one}
            label={`${one.label}, ${label}, ${at + 1}`}
            text={row[one.key] ?? ''}
            isReadOnly={isReadOnly}
            onChange={(text) => onChange({ ...row, [one.key]: text })}
          />
        </td>
      ))}
      <td>
        {!isReadOnly && (
          <button
            type="button"
            className="quiet"
            aria-label={`Remove ${label}, ${at + 1}`}
            onClick={onRemove}
          >
            ×
          </button>
        )}
      </td>
    </tr>
  );
}
