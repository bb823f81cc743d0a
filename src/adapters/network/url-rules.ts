import type { PortRange } from '../../config/webhook-options.ts';
import type { InputIssue } from '../../errors.ts';
import { type AddressGuard, createAddressGuard } from './address-guard.ts';
import { getIpLiteral } from './resolve-allowed-addresses.ts';

/** Returns the issue of a URL; undefined when the gateway may call it. */
export type UrlRules = (text: string) => Omit<InputIssue, 'path'> | undefined;

/** Maximum length of a URL, by default. */
const LENGTH_MAX = 2048;

export type UrlOptions = {
  /** True when URLs without TLS are permitted. */
  allowsHttp: boolean;
  ports: readonly PortRange[];
  /** Networks that may be called in addition to public addresses, for example 10.1.0.0/16. */
  allowedNetworks: readonly string[];
  lengthMax?: number;
};

/** Creates the checks of a URL that need no DNS query. The addresses of its host are checked on each request. */
export function createUrlRules(options: UrlOptions): UrlRules {
  const { lengthMax = LENGTH_MAX } = options;
  const isAllowed = createAddressGuard(options.allowedNetworks);
  return (text) => {
    if (text.length > lengthMax)
      return { code: 'too_long', message: `Must be at most ${lengthMax} characters` };
    if (!URL.canParse(text)) return { code: 'wrong_format', message: 'Must be a URL' };
    return checkParts(new URL(text), options, isAllowed);
  };
}

function createIssue(message: string): Omit<InputIssue, 'path'> {
  return { code: 'not_allowed', message };
}

function checkParts(
  url: URL,
  { allowsHttp, ports }: UrlOptions,
  isAllowed: AddressGuard,
): ReturnType<UrlRules> {
  const isHttp = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isHttp && allowsHttp))
    return createIssue('Must begin with https:');
  if (`${url.username}${url.password}${url.hash}` !== '')
    return createIssue('Must hold no user, no password and no fragment');
  const port = Number(url.port || (isHttp ? 80 : 443));
  if (!ports.some(({ from, to }) => port >= from && port <= to))
    return createIssue('Must not name that port');
  const ipLiteral = getIpLiteral(url);
  if (ipLiteral !== undefined && !isAllowed(ipLiteral))
    return createIssue('Must be a public address');
  return undefined;
}
