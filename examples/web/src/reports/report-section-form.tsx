import { type FormEvent, type ReactNode, useState } from 'react';
import { useMutation } from 'urql';
import {
  type FragmentOf,
  graphql,
  type ReportSection,
  type ResultOf,
  readFragment,
} from '../graphql.ts';
import { describeFailure, failure } from '../shared/describe-failure.ts';
import { describeProblem } from '../shared/problem.tsx';
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

export const sectionSaid = graphql(
  `
    fragment SectionSaid on SocioeconomicSection {
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
  said: FragmentOf<typeof sectionSaid>;
};

/** What one section asks, filled in with what is known; only what somebody changes is sent. */
export function ReportSectionForm({ report, form, said }: Props) {
  const asked = readFragment(sectionForm, form);
  const known = readFragment(sectionSaid, said);
  const [fields, setFields] = useState<RowTexts>({});
  const [groups, setGroups] = useState<Readonly<Record<string, readonly RowTexts[]>>>({});
  const isChanged = Object.keys(fields).length + Object.keys(groups).length > 0;
  const { isFinal } = report;
  return (
    <SectionCard report={report} asked={asked} written={{ fields, groups }} isChanged={isChanged}>
      {asked.fields.map((one) => (
        <KnownField
          key={one.key}
          field={one}
          stored={known.fields.find(({ key }) => key === one.key)}
          written={fields[one.key]}
          isReadOnly={isFinal}
          onChange={(text) => setFields({ ...fields, [one.key]: text })}
        />
      ))}
      {asked.groups.map((one) => {
        const stored = known.groups.find(({ key }) => key === one.key);
        return (
          <ReportRows
            key={one.key}
            group={one}
            rows={groups[one.key] ?? (stored ? toRows(stored) : [])}
            isReadOnly={isFinal}
            onChange={(rows) => setGroups({ ...groups, [one.key]: rows })}
          />
        );
      })}
    </SectionCard>
  );
}

type Known = ResultOf<typeof sectionSaid>['fields'][number];
type FieldProps = {
  field: ResultOf<typeof sectionForm>['fields'][number];
  stored: Known | undefined;
  written: string | undefined;
  isReadOnly: boolean;
  onChange: (text: string) => void;
};

function KnownField({ field, stored, written, isReadOnly, onChange }: FieldProps) {
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
      <span className="muted">{stored && describeSource(stored.source)}</span>
    </label>
  );
}

type CardProps = {
  report: Props['report'];
  asked: ResultOf<typeof sectionForm>;
  written: Written;
  isChanged: boolean;
  children: ReactNode;
};

/**
 * Sends what was written with the version that was seen: what somebody else has stored is not written over. Where that is
 * refused nothing is asked anew, so that what was written stays to be read.
 */
function SectionCard({ report, asked, written, isChanged, children }: CardProps) {
  const [problem, setProblem] = useState<string>();
  const [{ fetching }, update] = useMutation(UPDATE);
  const { isFinal, id: reportId, version: expectedVersion, section } = report;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const change = toChange(asked, written);
    if (change === undefined) return setProblem('Something is not an amount or a number.');
    const input = { reportId, section, expectedVersion, ...change };
    const { data, error } = await update({ input });
    const refused = data && describeFailure(data.updateSocioeconomicSection);
    setProblem(error ? describeProblem(error) : refused);
  }

  return (
    <form className="card" onSubmit={submit} aria-label={asked.title}>
      <h2>{asked.title}</h2>
      {children}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!isFinal && <button disabled={fetching || !isChanged}>Save this section</button>}
    </form>
  );
}
