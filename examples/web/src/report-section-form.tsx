import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { describeFailure } from './describe-failure.ts';
import { type FragmentOf, graphql, type ReportSection, readFragment } from './graphql.ts';
import { describeProblem } from './problem.tsx';
import { toChange } from './report-change.ts';
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

const UPDATE = graphql(`
  mutation UpdateSection($input: UpdateSocioeconomicSectionInput!) {
    updateSocioeconomicSection(input: $input) {
      __typename
      ... on InputValidationError {
        issues {
          message
        }
      }
      ... on UserError {
        message
      }
    }
  }
`);

const CHANGED = { additionalTypenames: ['SocioeconomicReport'] };

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
  const [problem, setProblem] = useState<string>();
  const [{ fetching }, update] = useMutation(UPDATE);
  const { isFinal, id: reportId, version: expectedVersion, section } = report;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const change = toChange(asked, { fields, groups });
    if (change === undefined) return setProblem('Something is not an amount or a number.');
    const input = { reportId, section, expectedVersion, ...change };
    const { data, error } = await update({ input }, CHANGED);
    const refused = data && describeFailure(data.updateSocioeconomicSection);
    setProblem(error ? describeProblem(error) : refused);
  }

  const rowsOf = (key: string): readonly RowTexts[] => {
    const stored = known.groups.find((one) => one.key === key);
    return groups[key] ?? (stored ? toRows(stored) : []);
  };
  return (
    <form className="card" onSubmit={submit} aria-label={asked.title}>
      <h2>{asked.title}</h2>
      {asked.fields.map((one) => {
        const stored = known.fields.find(({ key }) => key === one.key);
        const text = stored ? toText(readFragment(knownValue, stored.value)) : '';
        return (
          <label key={one.key}>
            <span>
              {one.label}
              {one.isRequired && ' *'}
            </span>
            <ReportInput
              field={one}
              text={fields[one.key] ?? text}
              isReadOnly={isFinal}
              onChange={(written) => setFields({ ...fields, [one.key]: written })}
            />
            <span className="muted">{stored && describeSource(stored.source)}</span>
          </label>
        );
      })}
      {asked.groups.map((one) => (
        <ReportRows
          key={one.key}
          group={one}
          rows={rowsOf(one.key)}
          isReadOnly={isFinal}
          onChange={(rows) => setGroups({ ...groups, [one.key]: rows })}
        />
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!isFinal && (
        <button
          disabled={
            fetching || (Object.keys(fields).length === 0 && Object.keys(groups).length === 0)
          }
        >
          Save this section
        </button>
      )}
    </form>
  );
}
