import type { ExtractionCheck, FieldName } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';

type Check = { code: ExtractionCheck; ok: boolean | null; detail: string };
type Missing = { name: FieldName; reason: string };
type Props = { checks: readonly Check[]; missing: readonly Missing[] };

/** Checks of a document, and the fields that were expected in it and not found. */
export function DocumentChecks({ checks, missing }: Props) {
  const { documents: words } = useWords();
  return (
    <>
      {checks.length > 0 && (
        <table>
          <caption>{words.checksTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{words.checkColumn}</th>
              <th scope="col">{words.result}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check, index) => (
              // Several checks may have one code; their order never changes.
              <tr key={index}>
                <td>
                  {describeCode(words.checks, check.code)}
                  {check.ok !== true && (
                    <span className="muted" lang="en">
                      {check.detail}
                    </span>
                  )}
                </td>
                <td>
                  <Result ok={check.ok} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {missing.length > 0 && <MissingFields missing={missing} />}
    </>
  );
}

function MissingFields({ missing }: Pick<Props, 'missing'>) {
  const { documents: words, fields } = useWords();
  return (
    <table>
      <caption>{words.missing}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.why}</th>
        </tr>
      </thead>
      <tbody>
        {missing.map(({ name, reason }) => (
          <tr key={name}>
            <td>{describeCode(fields, name)}</td>
            <td>{describeCode(words.missingReasons, reason)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Result({ ok }: { ok: boolean | null }) {
  const { agrees, disagrees, undecided } = useWords().documents;
  if (ok === null) return <span className="tag">{undecided}</span>;
  return <span className={ok ? 'tag good' : 'tag warn'}>{ok ? agrees : disagrees}</span>;
}
