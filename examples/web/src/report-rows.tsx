import { type FragmentOf, graphql, readFragment } from './graphql.ts';
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
  const { label, columns } = readFragment(formGroup, group);
  const write = (at: number, column: string, text: string) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, [column]: text } : row)));
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place.
            <tr key={at}>
              {columns.map((one) => (
                <td key={one.key}>
                  <ReportInput
                    field={one}
                    label={`${one.label}, ${label}, ${at + 1}`}
                    text={row[one.key] ?? ''}
                    isReadOnly={isReadOnly}
                    onChange={(text) => write(at, one.key, text)}
                  />
                </td>
              ))}
              <td>
                {!isReadOnly && (
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`Remove ${label}, ${at + 1}`}
                    onClick={() => onChange(rows.filter((_row, place) => place !== at))}
                  >
                    ×
                  </button>
                )}
              </td>
            </tr>
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
