import { useEffect, useState } from 'react';
import { headersOf, loadSession } from '../session/session.ts';

/** Where the gateway gives PDFs of reports. */
const PATH = '/api/v4/socioeconomic/report';

/** The PDF as it is now: a draft is marked as one. Made when somebody asks, for reading it is recorded. */
export function ReportPreview({ reportId, isFinal }: { reportId: number; isFinal: boolean }) {
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);

  async function make() {
    setBusy(true);
    setProblem(undefined);
    try {
      setUrl(await fetchPdf(`${PATH}/${reportId}/pdf${isFinal ? '' : '?draft=1'}`));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  }

  const name = `estudio-${reportId}.pdf`;
  return (
    <div className="preview">
      <button className="quiet" disabled={isBusy} onClick={make}>
        {isBusy ? 'Making…' : 'Show as PDF'}
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {url !== undefined && (
        <>
          <a href={url} download={name}>
            {name}
          </a>
          <iframe src={url} title={`PDF of report ${reportId}`} />
        </>
      )}
    </div>
  );
}

/** A link cannot carry the headers that say who asks. */
async function fetchPdf(path: string): Promise<string> {
  const session = loadSession();
  const reply = await fetch(path, { headers: session ? headersOf(session) : {} });
  if (reply.ok) return URL.createObjectURL(await reply.blob());
  const said: unknown = await reply.json().catch(() => undefined);
  const message = typeof said === 'object' && said !== null && 'message' in said && said.message;
  throw new Error(typeof message === 'string' ? message : 'The gateway gives no PDF.');
}
