import type { Attack, Target } from '../attack.ts';
import { repeatFor } from '../graphql.ts';
import { JSON_CONTENT } from '../headers.ts';
import { LISTED_RFCS, personOf } from '../lists.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { post, repeat } from '../send.ts';

const SECONDS = 20;
const AMOUNT = { seconds: SECONDS, width: 16 };
const SCREEN =
  'mutation($p:ScreenedPersonInput!){screen(input:{person:$p,threshold:0.5,includePossible:true}){__typename ...on ScreenPayload{screening{matchesCount matches{score}}}}}';
const SAT69 = 'query($r:[String!]!){sat69Batch(rfcs:$r){rfc isListed}}';

/** What is looked for in lists, by names that thousands have and by as many RFCs as may be asked for. */
export const screenings: Attack[] = [
  {
    name: 'screenings',
    sends: `a person of eight common names looked for in 20,000 over and over, 16 at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    hasLists: true,
    run: async (target) => {
      const person = { personType: 'NATURAL_PERSON', name: personOf(4711) };
      return await repeatFor(target, { query: SCREEN, variables: { p: person } }, AMOUNT);
    },
  },
  {
    name: 'sat69-batches',
    sends: `5,000 RFCs with ten rows each looked up over and over, 16 at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    hasLists: true,
    run: async (target) =>
      await repeatFor(target, { query: SAT69, variables: { r: LISTED_RFCS } }, AMOUNT),
  },
  {
    name: 'report-pdfs',
    sends: `a screening with its report as PDF over and over, 40 at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    hasLists: true,
    run: async (target) => await askForReports(target, 40),
  },
];

async function askForReports(target: Target, width: number): Promise<Outcomes> {
  const headers = { ...target.headers, ...JSON_CONTENT };
  const body = JSON.stringify({
    tipo_per: 'FIS',
    nombre: 'Inventado Angel Peñaloza',
    threshold: 0.5,
    format: 'pdf',
  });
  const sent = { url: target.url, path: '/api/v4/blacklist/ofac/report', body, headers };
  const send = async (): Promise<string> => (await post(sent)).text;
  return countOutcomes(await repeat({ seconds: SECONDS, width }, send));
}
