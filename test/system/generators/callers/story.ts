/** What each client tells of the same calls; all of it comes out of the types that its generator made. */
export type Story = {
  tokenType: 'Bearer';
  /** Names of the participants, by kind. */
  participants: { FIS: string[]; MOR: string[] };
  /** What is said where there is no business of an id. */
  nothing: string;
  /** Of a request that is refused. */
  issues: { path: string[]; code: string }[];
  created: number[];
  isReplay: boolean;
  file: string;
  /** The code of a refusal without reasons. */
  refusal: string;
};

/** Where the gateway is and who calls, as the test says. */
export const BASE_URL = process.env['GATEWAY_URL'] ?? '';
export const TOKEN = process.env['GATEWAY_TOKEN'] ?? '';
export const API_KEY = process.env['GATEWAY_API_KEY'] ?? '';
export const SERVICE = 'demo';
export const EMAIL = 'operaciones@example.com';
export const FILE_ID = 7009;
/** Each client has a business and a key of its own. */
export const BUSINESS_ID = Number(process.env['BUSINESS_ID']);

export function tell(story: Story): void {
  console.log(JSON.stringify(story));
}
