import { useState } from 'react';
import { graphql, type ReportSection } from '../graphql.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { ReportFigures, reportFigures } from './report-figures.tsx';
import { ReportFinish, reportFinish } from './report-finish.tsx';
import { ReportPreview } from './report-preview.tsx';
import { ReportSectionForm, sectionForm, sectionSaid } from './report-section-form.tsx';

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
            ...SectionSaid
          }
          ...ReportFigures
        }
      }
    }
  `,
  [sectionForm, sectionSaid, reportFigures, reportFinish],
);

type Props = { id: number; revision: string | undefined };

/** One report, section by section, beside what follows from it; a final one can only be read. */
export function ReportEditor({ id, revision }: Props) {
  const [key, setKey] = useState<ReportSection>('GENERAL');
  const { data, error } = useFreshQuery({ query: REPORT, variables: { id } }, revision);
  const report = data?.socioeconomicReport;
  if (report === undefined) return <Problem error={error} />;
  if (report === null) return <p className="empty">This report has been deleted.</p>;
  const { form, content, status, version } = report;
  const section = form.sections.find((one) => one.key === key);
  const said = content.sections.find((one) => one.key === key);
  const missingOf = (of: ReportSection) =>
    content.missing.filter((one) => one.section === of).length;
  return (
    <section aria-label={`Report ${id}`} className="report">
      <Problem error={error} />
      <nav aria-label="Sections">
        {form.sections.map((one) => (
          <button
            key={one.key}
            className="quiet"
            aria-current={one.key === key ? 'page' : undefined}
            onClick={() => setKey(one.key)}
          >
            {one.title}
            {missingOf(one.key) > 0 && <span className="tag warn">{missingOf(one.key)}</span>}
          </button>
        ))}
      </nav>
      {section && said && (
        <ReportSectionForm
          // Made anew with each version, so that what somebody else has stored shows.
          key={`${key} ${version}`}
          report={{ id, version, section: key, isFinal: status === 'FINAL' }}
          form={section}
          said={said}
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
