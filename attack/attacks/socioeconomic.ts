import type { Attack, Target } from '../attack.ts';
import { JSON_CONTENT } from '../headers.ts';
import { countOutcomes } from '../outcomes.ts';
import { read } from '../read.ts';
import { WIDE_BUSINESS_ID } from '../rows.ts';
import { repeat } from '../send.ts';

const SECONDS = 20;
const WIDTH = 40;
const REPORT_PATH = '/api/v4/socioeconomic/report';
const PERSON = 10_000 * WIDE_BUSINESS_ID;
const FIND = `{business(by:{databaseId:${WIDE_BUSINESS_ID}}){participants(first:1){nodes{databaseId}}}}`;

/** Drafts of one report, each drawn anew. */
export const socioeconomic: Attack[] = [
  {
    name: 'drafts',
    sends: `the draft of a socio-economic report as PDF over and over, ${WIDTH} at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => {
      await consent(target);
      const made = await ask(target, REPORT_PATH, { id_persona: PERSON });
      const reportId = /"report_id"\s*:\s*(\d+)/.exec(await made.text())?.[1];
      if (reportId === undefined) throw new Error(`There is no report: ${made.status}`);
      const draft = `${REPORT_PATH}/${reportId}/pdf?draft=1`;
      const draw = async (): Promise<string> => await read(target, draft);
      return countOutcomes(await repeat({ seconds: SECONDS, width: WIDTH }, draw));
    },
  },
];

async function consent(target: Target): Promise<void> {
  const found = await ask(target, '/graphql', { query: FIND });
  const databaseId = /"databaseId"\s*:\s*(\d+)/.exec(await found.text())?.[1];
  const input = `{participant:{databaseId:${databaseId}},purpose:SOCIOECONOMIC_REPORT,textVersion:"2026-01"}`;
  await ask(target, '/graphql', { query: `mutation{recordConsent(input:${input}){__typename}}` });
}

async function ask({ url, headers }: Target, path: string, body: object): Promise<Response> {
  const all = { ...headers, ...JSON_CONTENT };
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers: all,
    body: JSON.stringify(body),
  });
}
