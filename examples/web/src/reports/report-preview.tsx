import { useEffect, useState } from 'react';
import { useWords } from '../i18n/use-words.tsx';
import { headersOf, loadSession } from '../session/session.ts';
import { type Failure, ownFailure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';

/** Path of the reports as PDF. */
const PATH = '/api/v4/socioeconomic/report';

/** PDF of the current version; drafts are marked. It is created on request, because reading it is audited. */
export function ReportPreview({ reportId, isFinal }: { reportId: number; isFinal: boolean }) {
  const words = useWords().reports;
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);

  async function create() {
    setBusy(true);
    setProblem(undefined);
    const result = await fetchPdf(`${PATH}/${reportId}/pdf${isFinal ? '' : '?draft=1'}`);
    if (typeof result === 'string') setUrl(result);
    else setProblem(result);
    setBusy(false);
  }

  const name = words.fileName(reportId);
  return (
    <div className="preview">
      <button className="quiet" disabled={isBusy} onClick={create}>
        {isBusy ? words.preparing : words.showPdf}
      </button>
      <FailureAlert failure={problem} />
      {url !== undefined && (
        <>
          <a href={url} download={name}>
            {name}
          </a>
          <iframe src={url} title={words.pdfOf(reportId)} />
        </>
      )}
    </div>
  );
}

/** Fetches the PDF with the headers of the session, which a link cannot carry, and returns its URL. */
async function fetchPdf(path: string): Promise<string | Failure> {
  const session = loadSession();
  const reply = await fetch(path, { headers: session ? headersOf(session) : {} }).catch(
    () => undefined,
  );
  if (reply === undefined) return ownFailure('UNREACHABLE');
  if (reply.ok) return URL.createObjectURL(await reply.blob());
  const body: unknown = await reply.json().catch(() => undefined);
  const message = typeof body === 'object' && body !== null && 'message' in body && body.message;
  return { ...ownFailure('NO_PDF'), ...(typeof message === 'string' ? { detail: message } : {}) };
}
