import { useState } from 'react';
import { graphql, type ReportSection } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { ReportFigures, reportFigures } from './report-figures.tsx';
import { ReportFinish, reportFinish } from './report-finish.tsx';
import { ReportPreview } from './report-preview.tsx';
import { ReportSectionForm, sectionForm, sectionValues } from './report-section-form.tsx';

const REPORT = graphql(
  `
    query Report($id: SafeInt!) {
      socioeconomicReport(id: $id) {
        databaseId
        status
        version
        ...ReportFinish
        form {
          sections {
            key
            title
            ...SectionForm
          }
        }
        content {
          missing {
            section
          }
          sections {
            key
            ...SectionValues
          }
          ...ReportFigures
        }
      }
    }
  `,
  [sectionForm, sectionValues, reportFigures, reportFinish],
);

type Props = { id: number; revision: string | undefined };

/** Report section by section, beside its figures; a final report is read-only. */
export function ReportEditor({ id, revision }: Props) {
  const words = useWords().reports;
  const [key, setKey] = useState<ReportSection>('GENERAL');
  const { data, error } = useFreshQuery({ query: REPORT, variables: { id } }, revision);
  const report = data?.socioeconomicReport;
  if (report === undefined) return <Problem error={error} />;
  if (report === null) return <p className="empty">{words.deleted}</p>;
  const { form, content, status, version } = report;
  const section = form.sections.find((candidate) => candidate.key === key);
  const values = content.sections.find((candidate) => candidate.key === key);
  const countMissing = (of: ReportSection) =>
    content.missing.filter((missing) => missing.section === of).length;
  return (
    <section aria-label={words.report(id)} className="report">
      <Problem error={error} />
      <nav aria-label={words.sections}>
        {form.sections.map((listed) => (
          <button
            key={listed.key}
            className="quiet"
            aria-current={listed.key === key ? 'page' : undefined}
            onClick={() => setKey(listed.key)}
          >
            {listed.title}
            {countMissing(listed.key) > 0 && (
              <span className="tag warn">{countMissing(listed.key)}</span>
            )}
          </button>
        ))}
      </nav>
      {section && values && (
        <ReportSectionForm
          // A new key for each version shows what other users have stored.
          key={`${key} ${version}`}
          report={{ id, version, section: key, isFinal: status === 'FINAL' }}
          form={section}
          values={values}
        />
      )}
      <aside>
        <ReportFigures content={content} />
        <ReportPreview key={version} reportId={id} isFinal={status === 'FINAL'} />
        <ReportFinish report={report} />
      </aside>
    </section>
  );
}
