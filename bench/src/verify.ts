import { createHash } from 'node:crypto';
import { type Contender, sendRequest } from './contender.ts';

/** Number of requests whose responses are compared. */
const SAMPLES = 5;

/** Throws unless all contenders return the same first responses, compared by SHA-256 of their sorted JSON. */
export async function verifySameAnswers(contenders: readonly Contender[]): Promise<void> {
  const [first, ...others] = contenders.filter((one) => one.isFixed !== true);
  if (first === undefined) return;
  const expected = await digest(first);
  for (const other of others) {
    if ((await digest(other)) === expected) continue;
    throw new Error(`${other.server.name} does not answer what ${first.server.name} answers.`);
  }
}

async function digest({ server, requests, read = same }: Contender): Promise<string> {
  const hash = createHash('sha256');
  for (const request of requests.slice(0, SAMPLES)) {
    hash.update(JSON.stringify(sorted(read(await sendRequest(server, request)))));
  }
  return hash.digest('hex');
}

function same(answer: unknown): unknown {
  return answer;
}

/** Returns the value with sorted object members. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    sorted(inner),
  ]);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
