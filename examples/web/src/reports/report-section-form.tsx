import { type FormEvent, type ReactNode, useState } from 'react';
import { useMutation } from 'urql';
import {
  type FragmentOf,
  graphql,
  type ReportSection,
  type ResultOf,
  readFragment,
} from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import {
  type Failure,
  failure,
  ownFailure,
  toFailure,
  toRequestFailure,
} from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';
import { toChange, type Written } from './report-change.ts';
import { askedField, knownValue, ReportInput } from './report-input.tsx';
import { formGroup, knownRows, ReportRows, type RowTexts, toRows } from './report-rows.tsx';
import { describeSource, knownSource } from './report-source.ts';
import { toText } from './report-values.ts';

export const sectionForm = graphql(
  `
    fragment SectionForm on SocioeconomicFormSection {
      title
      fields {
        key
        label
        isRequired
        ...AskedField
      }
      groups {
        key
        ...FormGroup
      }
    }
  `,
  [askedField, formGroup],
);

export const sectionValues = graphql(
  `
    fragment SectionValues on SocioeconomicSection {
      fields {
        key
        value {
          ...KnownValue
        }
        source {
          ...KnownSource
        }
      }
      groups {
        key
        ...KnownRows
      }
    }
  `,
  [knownValue, knownSource, knownRows],
);

const UPDATE = graphql(
  `
  mutation UpdateSection($input: UpdateSocioeconomicSectionInput!) {
    updateSocioeconomicSection(input: $input) {
      __typename
      ... on UpdateSocioeconomicSectionPayload {
        report {
          version
        }
      }
      ...Failure
    }
  }
`,
  [failure],
);

type Props = {
  report: { id: number; version: number; section: ReportSection; isFinal: boolean };
  form: FragmentOf<typeof sectionForm>;
  values: FragmentOf<typeof sectionValues>;
};

/** Form of one section, filled in with the stored values; only changes are sent. */
export function ReportSectionForm({ report, form, values }: Props) {
  const sectionFields = readFragment(sectionForm, form);
  const stored = readFragment(sectionValues, values);
  const [fields, setFields] = useState<RowTexts>({});
  const [groups, setGroups] = useState<Readonly<Record<string, readonly RowTexts[]>>>({});
  const isChanged = Object.keys(fields).length + Object.keys(groups).length > 0;
  const { isFinal } = report;
  return (
    <SectionCard
      report={report}
      form={sectionFields}
      written={{ fields, groups }}
      isChanged={isChanged}
    >
      {sectionFields.fields.map((field) => (
        <KnownField
          key={field.key}
          field={field}
          stored={stored.fields.find(({ key }) => key === field.key)}
          written={fields[field.key]}
          isReadOnly={isFinal}
          onChange={(text) => setFields({ ...fields, [field.key]: text })}
        />
      ))}
      {sectionFields.groups.map((group) => {
        const known = stored.groups.find(({ key }) => key === group.key);
        return (
          <ReportRows
            key={group.key}
            group={group}
            rows={groups[group.key] ?? (known ? toRows(known) : [])}
            isReadOnly={isFinal}
            onChange={(rows) => setGroups({ ...groups, [group.key]: rows })}
          />
        );
      })}
    </SectionCard>
  );
}

type Known = ResultOf<typeof sectionValues>['fields'][number];
type FieldProps = {
  field: ResultOf<typeof sectionForm>['fields'][number];
  stored: Known | undefined;
  written: string | undefined;
  isReadOnly: boolean;
  onChange: (text: string) => void;
};

function KnownField({ field, stored, written, isReadOnly, onChange }: FieldProps) {
  const { reports: words } = useWords();
  const text = stored ? toText(readFragment(knownValue, stored.value)) : '';
  return (
    <label>
      <span>
        {field.label}
        {field.isRequired && ' *'}
      </span>
      <ReportInput
        field={field}
        text={written ?? text}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
      <span className="muted">{stored && describeSource(words.sources, stored.source)}</span>
    </label>
  );
}

type CardProps = {
  report: Props['report'];
  form: ResultOf<typeof sectionForm>;
  written: Written;
  isChanged: boolean;
  children: ReactNode;
};

/**
 * Sends the changes with the version they are based on, so that changes of other users are not overwritten. After a refusal
 * the form keeps the written values.
 */
function SectionCard({ report, form, written, isChanged, children }: CardProps) {
  const { reports: words } = useWords();
  const [problem, setProblem] = useState<Failure>();
  const [{ fetching }, update] = useMutation(UPDATE);
  const { isFinal, id: reportId, version: expectedVersion, section } = report;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const change = toChange(form, written);
    if (change === undefined) return setProblem(ownFailure('NOT_A_NUMBER'));
    const input = { reportId, section, expectedVersion, ...change };
    const { data, error } = await update({ input });
    const refusal = data && toFailure(data.updateSocioeconomicSection);
    setProblem(error ? toRequestFailure(error) : refusal);
  }

  return (
    <form className="card" onSubmit={submit} aria-label={form.title}>
      <h2>{form.title}</h2>
      {children}
      <FailureAlert failure={problem} />
      {!isFinal && <button disabled={fetching || !isChanged}>{words.saveSection}</button>}
    </form>
  );
}
