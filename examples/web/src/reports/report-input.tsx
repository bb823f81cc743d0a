import { type FragmentOf, graphql, type ReportValueKind, readFragment } from '../graphql.ts';

/** What is asked: a field of a section, or a column of its rows. */
export const askedField = graphql(`
  fragment AskedField on SocioeconomicFormField {
    key
    label
    kind
    isRequired
    choices {
      key
      label
    }
  }
`);

/** What is known of it. */
export const knownValue = graphql(`
  fragment KnownValue on SocioeconomicValue {
    text
    money
    count
    date
    yesNo
    choice
  }
`);

type Props = {
  field: FragmentOf<typeof askedField>;
  /** What a reader of screens hears, where no label stands beside it. */
  label?: string;
  text: string;
  isReadOnly: boolean;
  onChange: (text: string) => void;
};

/** One value by its kind, as text. */
export function ReportInput({ field, label, text, isReadOnly, onChange }: Props) {
  const { kind, choices } = readFragment(askedField, field);
  const shared = {
    'aria-label': label,
    value: text,
    disabled: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const offered = kind === 'YES_NO' ? YES_NO : choices;
  if (kind === 'CHOICE' || kind === 'YES_NO')
    return (
      <select {...shared}>
        <option value="">—</option>
        {offered.map((one) => (
          <option key={one.key} value={one.key}>
            {one.label}
          </option>
        ))}
      </select>
    );
  return <input {...shared} {...ATTRIBUTES[kind]} />;
}

const YES_NO = [
  { key: 'yes', label: 'Sí' },
  { key: 'no', label: 'No' },
];

const ATTRIBUTES = {
  TEXT: { maxLength: 2000 },
  MONEY: { inputMode: 'decimal', pattern: String.raw`\d{1,13}(\.\d{1,2})?`, placeholder: '0.00' },
  COUNT: { inputMode: 'numeric', pattern: String.raw`\d{1,5}` },
  DATE: { type: 'date' },
} as const satisfies Record<Exclude<ReportValueKind, 'CHOICE' | 'YES_NO'>, object>;
