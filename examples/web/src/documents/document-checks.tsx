import type { FieldName } from '../graphql.ts';
import { toWords } from '../shared/format.ts';
import { describeField } from './document-words.ts';

type Check = { code: string; ok: boolean | null; detail: string };
type Missing = { name: FieldName; reason: string };
type Props = { checks: readonly Check[]; missing: readonly Missing[] };

/** Whether the document agrees with itself, and what it should say and does not. */
export function DocumentChecks({ checks, missing }: Props) {
  return (
    <>
      {checks.length > 0 && (
        <table>
          <caption>Checks</caption>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((one, index) => (
              // Checks of one code may be several, and never change their order.
              <tr key={index}>
                <td>{one.detail}</td>
                <td>
                  <Result ok={one.ok} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {missing.length > 0 && (
        <table>
          <caption>Missing fields</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {missing.map((one) => (
              <tr key={one.name}>
                <td>{describeField(one.name)}</td>
                <td>{toWords(one.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Result({ ok }: { ok: boolean | null }) {
  if (ok === null) return <span className="tag">could not be told</span>;
  return <span className={ok ? 'tag good' : 'tag warn'}>{ok ? 'agrees' : 'does not agree'}</span>;
}
