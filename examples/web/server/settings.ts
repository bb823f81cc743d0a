import type { GatewayAccess } from './request-token.ts';
import { readUsers, type Users } from './users.ts';

export type Settings = { gateway: GatewayAccess; users: Users };

/** Reads the settings of the server from its environment, of which nothing is built into the page. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const { GATEWAY_URL: url = 'http://127.0.0.1:4000', GATEWAY_SERVICE: service = 'demo' } = env;
  const { GATEWAY_API_KEY: apiKey = '' } = env;
  return { gateway: { url, service, apiKey }, users: readUsers(env) };
}
