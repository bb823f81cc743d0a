import { useWords } from '../i18n/use-words.tsx';

export type Option<Value> = { value: Value; label: string };

type Props<Value> = {
  label: string;
  /** Null or undefined for all values. */
  value: Value | null | undefined;
  options: Option<Value>[];
  onChange: (value: Value | null) => void;
};

export function Choice<Value>({ label, value, options, onChange }: Props<Value>) {
  const words = useWords();
  return (
    <label>
      {label}
      <select
        value={options.findIndex((option) => option.value === value)}
        onChange={(event) => onChange(options[Number(event.target.value)]?.value ?? null)}
      >
        <option value={-1}>{words.app.all}</option>
        {options.map((option, index) => (
          <option key={option.label} value={index}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
