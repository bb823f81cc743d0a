import { createMasterKeys } from '../../adapters/files/master-keys.ts';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { DEMO_BUSINESS_ID, type Demo } from '../demo/demo.ts';
import { isLoopback } from '../terminal/loopback.ts';

export type StartedGateway = { config: Config; url: string; demo: Demo | undefined };

const QUERY = '{ businesses(first: 3) { nodes { databaseId name participants { totalCount } } } }';

/**
 * Returns the text for the operator after the start: URLs, and for the demo a shell command that sets TOKEN and KEY, as
 * the README uses them, and curl commands to paste.
 */
export async function describeStart({ config, url, demo }: StartedGateway): Promise<string> {
  const addresses = [
    '',
    `Participant Gateway runs at ${url}`,
    `GraphiQL:   ${url}/graphiql`,
    `REST v4:    ${url}/api/v4/docs`,
    ...(await describeFiles(config)),
  ];
  if (demo === undefined) return [...addresses, ''].join('\n');
  const headers = await demo.headers();
  const note = isLoopback(config.host)
    ? []
    : [
        `HOST ${config.host} is not a loopback address, so GraphiQL and Swagger UI do not get the demo headers.`,
      ];
  return [
    ...addresses,
    ...note,
    '',
    'Token and API key of the demo service, for the shell:',
    `export TOKEN='${tokenOf(headers)}' KEY='${headers['x-api-key']}'`,
    '',
    'GraphQL with the demo service:',
    toCurlCommand([`${url}/graphql`], headers, [
      "-H 'content-type: application/json'",
      `-d '${JSON.stringify({ query: QUERY })}'`,
    ]),
    '',
    'REST v4 with the demo service:',
    toCurlCommand([`'${url}/api/v4/business/detail?id=${DEMO_BUSINESS_ID}'`], headers, []),
    '',
  ].join('\n');
}

/**
 * Returns a line when file storage is off because there is no master key, otherwise none. The gateway creates a key for
 * the embedded database only.
 */
async function describeFiles({ files }: Config): Promise<string[]> {
  if (files.masterKeys === undefined && files.masterKeyFile === undefined)
    return ['Files:      off; set FILE_MASTER_KEYS, see `gateway keys make`'];
  if (files.createsMasterKey) return [];
  try {
    await createMasterKeys(files).list();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return ['Files:      off; FILE_MASTER_KEY_FILE contains no key'];
  }
}

function tokenOf({ authorization = '' }: Record<string, string>): string {
  return authorization.replace(/^Bearer /, '');
}

function toCurlCommand(
  target: string[],
  headers: Record<string, string>,
  furtherArguments: string[],
): string {
  const headerArguments = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
  return ['curl -sS', ...target]
    .join(' ')
    .concat(
      [...headerArguments, ...furtherArguments].map((argument) => ` \\\n  ${argument}`).join(''),
    );
}
