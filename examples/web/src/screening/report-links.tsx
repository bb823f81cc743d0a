import { useEffect, useState } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { type Failure, ownFailure, toRequestFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

const REPORT = graphql(`
  query Report($screeningId: SafeInt!) {
    pdf: screeningReport(screeningId: $screeningId, format: PDF) {
      fileId
    }
    json: screeningReport(screeningId: $screeningId, format: JSON) {
      content
      signature
    }
  }
`);

/** Link to the PDF of a participant, a file of its business. The link needs no headers and is valid for five minutes. */
const LINK = graphql(`
  query ReportLink($fileId: SafeInt!) {
    file(by: { databaseId: $fileId }) {
      downloadUrl
    }
  }
`);

type Links = { pdf: string | null; json: string };
type Props = { screeningId: number; of: string };

/** Links to a report, created on request: reading a report is audited, and its link expires. */
export function ReportLinks({ screeningId, of }: Props) {
  const words = useWords().screening;
  const client = useClient();
  const [links, setLinks] = useState<Links>();
  const [problem, setProblem] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(links?.json ?? ''), [links]);

  async function create() {
    setBusy(true);
    setProblem(undefined);
    try {
      setLinks(await createLinks(client, screeningId));
    } catch (error) {
      setProblem(error instanceof CombinedError ? toRequestFailure(error) : ownFailure('UNKNOWN'));
    }
    setBusy(false);
  }

  if (links === undefined)
    return (
      <>
        <button
          className="quiet"
          disabled={isBusy}
          onClick={create}
          aria-label={words.reportOf(of)}
        >
          {isBusy ? words.preparing : words.report}
        </button>
        <FailureAlert failure={problem} />
      </>
    );
  const name = `screening-${screeningId}`;
  return (
    <span className="links">
      {links.pdf !== null && (
        <a href={links.pdf} download={`${name}.pdf`} aria-label={words.reportAsPdf(of)}>
          PDF
        </a>
      )}
      <a href={links.json} download={`${name}.json`} aria-label={words.reportAsJson(of)}>
        JSON
      </a>
    </span>
  );
}

/** Creates the links; throws CombinedError when the gateway refuses. */
async function createLinks(client: Client, screeningId: number): Promise<Links> {
  const report = await client.query(REPORT, { screeningId }, FRESH);
  if (report.data === undefined) throw report.error ?? new CombinedError({});
  const { fileId } = report.data.pdf;
  const json = toUrl(report.data.json);
  // Reports on subjects that are not participants have no file.
  if (fileId === null) return { pdf: null, json };
  const link = await client.query(LINK, { fileId }, FRESH);
  if (link.data === undefined) throw link.error ?? new CombinedError({});
  return { pdf: link.data.file?.downloadUrl ?? null, json };
}

const FRESH = { requestPolicy: 'network-only' } as const;

/** Returns a link to the report with its signature, in the form that `gateway reports verify` accepts. */
function toUrl({ content, signature }: { content: string; signature: string }): string {
  const report: unknown = JSON.parse(content);
  const text = JSON.stringify({ report, signature }, null, 2);
  return URL.createObjectURL(new Blob([text], { type: 'application/json' }));
}
