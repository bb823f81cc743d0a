import { type FragmentOf, graphql, type ReportValueKind, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';

/** Field of a section, or column of its rows. */
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

/** Stored value of a field. */
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
  /** Accessible name of an input without a label. */
  label?: string;
  text: string;
  isReadOnly: boolean;
  onChange: (text: string) => void;
};

/** Input for a value of any kind, as text. */
export function ReportInput({ field, label, text, isReadOnly, onChange }: Props) {
  const { app } = useWords();
  const { kind, choices } = readFragment(askedField, field);
  const shared = {
    'aria-label': label,
    value: text,
    disabled: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const yesNo = [
    { key: 'yes', label: app.yes },
    { key: 'no', label: app.no },
  ];
  const options = kind === 'YES_NO' ? yesNo : choices;
  if (kind === 'CHOICE' || kind === 'YES_NO')
    return (
      <select {...shared}>
        <option value="">—</option>
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return <input {...shared} {...ATTRIBUTES[kind]} />;
}

const ATTRIBUTES = {
  TEXT: { maxLength: 2000 },
  MONEY: { inputMode: 'decimal', pattern: String.raw`\d{1,13}(\.\d{1,2})?`, placeholder: '0.00' },
  COUNT: { inputMode: 'numeric', pattern: String.raw`\d{1,5}` },
  DATE: { type: 'date' },
} as const satisfies Record<Exclude<ReportValueKind, 'CHOICE' | 'YES_NO'>, object>;
