import { useEffect, useState } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import { graphql } from '../graphql.ts';
import { describeProblem } from '../shared/problem.tsx';

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

/** A participant's PDF is a file of its business, whose link needs no headers and is good for five minutes. */
const LINK = graphql(`
  query ReportLink($fileId: SafeInt!) {
    file(by: { databaseId: $fileId }) {
      downloadUrl
    }
  }
`);

type Links = { pdf: string | null; json: string };
type Props = { screeningId: number; of: string };

/** Made when somebody asks: reading a report is recorded, and its link does not last. */
export function ReportLinks({ screeningId, of }: Props) {
  const client = useClient();
  const [links, setLinks] = useState<Links>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(links?.json ?? ''), [links]);

  async function make() {
    setBusy(true);
    setProblem(undefined);
    try {
      setLinks(await makeLinks(client, screeningId));
    } catch (error) {
      setProblem(error instanceof CombinedError ? describeProblem(error) : String(error));
    }
    setBusy(false);
  }

  if (links === undefined)
    return (
      <>
        <button className="quiet" disabled={isBusy} onClick={make} aria-label={`Report, ${of}`}>
          {isBusy ? 'Making…' : 'Report'}
        </button>
        {problem !== undefined && <p role="alert">{problem}</p>}
      </>
    );
  const name = `screening-${screeningId}`;
  return (
    <span className="links">
      {links.pdf !== null && (
        <a href={links.pdf} download={`${name}.pdf`} aria-label={`Report as PDF, ${of}`}>
          PDF
        </a>
      )}
      <a href={links.json} download={`${name}.json`} aria-label={`Report as JSON, ${of}`}>
        JSON
      </a>
    </span>
  );
}

/** Throws CombinedError where the gateway does not give one. */
async function makeLinks(client: Client, screeningId: number): Promise<Links> {
  const report = await client.query(REPORT, { screeningId }, FRESH);
  if (report.data === undefined) throw report.error ?? new CombinedError({});
  const { fileId } = report.data.pdf;
  const json = toUrl(report.data.json);
  // Of somebody who is no participant there is no file.
  if (fileId === null) return { pdf: null, json };
  const link = await client.query(LINK, { fileId }, FRESH);
  if (link.data === undefined) throw link.error ?? new CombinedError({});
  return { pdf: link.data.file?.downloadUrl ?? null, json };
}

const FRESH = { requestPolicy: 'network-only' } as const;

/** As `gateway reports verify` takes it: the report with its signature in it. */
function toUrl({ content, signature }: { content: string; signature: string }): string {
  const report: unknown = JSON.parse(content);
  const text = JSON.stringify({ report, signature }, null, 2);
  return URL.createObjectURL(new Blob([text], { type: 'application/json' }));
}
