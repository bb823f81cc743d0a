export type Option<Value> = { value: Value; label: string };

type Props<Value> = {
  label: string;
  /** Null or undefined: all. */
  value: Value | null | undefined;
  options: Option<Value>[];
  onChange: (value: Value | null) => void;
};

export function Choice<Value>({ label, value, options, onChange }: Props<Value>) {
  return (
    <label>
      {label}
      <select
        value={options.findIndex((one) => one.value === value)}
        onChange={(event) => onChange(options[Number(event.target.value)]?.value ?? null)}
      >
        <option value={-1}>All</option>
        {options.map((one, index) => (
          <option key={one.label} value={index}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}
