import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
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

/** Texts of the inputs of a row, by column. */
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

/** Values in rows, for example the members of a family; empty rows are not sent. */
export function ReportRows({ group, rows, isReadOnly, onChange }: Props) {
  const words = useWords().reports;
  const form = readFragment(formGroup, group);
  const { label, columns } = form;
  return (
    <>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key}>{column.label}</th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position.
              key={at}
              group={form}
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
          aria-label={words.addTo(label)}
          onClick={() => onChange([...rows, {}])}
        >
          {words.addRow}
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
  const words = useWords().reports;
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.key}>
          <ReportInput
            field={column}
            label={`${column.label}, ${label}, ${at + 1}`}
            text={row[column.key] ?? ''}
            isReadOnly={isReadOnly}
            onChange={(text) => onChange({ ...row, [column.key]: text })}
          />
        </td>
      ))}
      <td>
        {!isReadOnly && (
          <button
            type="button"
            className="quiet"
            aria-label={words.removeFrom(label, at + 1)}
            onClick={onRemove}
          >
            ×
          </button>
        )}
      </td>
    </tr>
  );
}
