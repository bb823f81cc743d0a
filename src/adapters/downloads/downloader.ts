import { createAddressGuard } from '../network/address-guard.ts';
import { findAddresses } from '../network/find-addresses.ts';
import { createHostResolver, type HostResolver } from '../network/resolve-host.ts';
import type { UrlOptions } from '../network/url-rules.ts';
import { createUrlRules } from '../network/url-rules.ts';
import type { Downloaded, DownloadRequest } from './download.ts';
import { DownloadFault, describeFault } from './download-fault.ts';
import { type Answer, type Get, getOnce } from './get-once.ts';

export type DownloadOptions = UrlOptions & {
  /** Of one file, unpacked. */
  bytesMax: number;
  /** For one file as a whole, and for how long nothing may come of it. */
  timeoutMs: number;
  stallMs: number;
};

/** Fetches a file; throws OperatorError, which says what was wrong and with which address, but not its query. */
export type Downloader = (request: DownloadRequest) => Promise<Downloaded>;

const REDIRECTS_MAX = 5;
/** Those that storage services sign for a few minutes are long. */
const URL_LENGTH_MAX = 8192;

const NO_WAY = {
  unknown_host: 'cannot be reached: the host does not exist',
  refused_address: 'leads to an address that may not be called',
};

/** `resolveHost` stands at the edge, so that tests can have a name change its addresses. */
export function createDownloader(
  options: DownloadOptions,
  resolveHost: HostResolver = createHostResolver(),
): Downloader {
  const checkUrl = createUrlRules({ ...options, lengthMax: URL_LENGTH_MAX });
  const mayCall = createAddressGuard(options.allowedNetworks);

  const open = async (text: string, get: Omit<Get, 'url' | 'addresses'>): Promise<Answer> => {
    const issue = checkUrl(text);
    if (issue !== undefined) throw new DownloadFault(`cannot be fetched: ${issue.message}`);
    const url = new URL(text);
    const found = await findAddresses(url, { resolveHost, mayCall });
    if (found.kind !== 'found') throw new DownloadFault(NO_WAY[found.kind]);
    get.deadline.throwIfAborted();
    return await getOnce({ ...get, url, addresses: found.addresses });
  };

  return async ({ url: first, ...request }) => {
    const deadline = AbortSignal.any([request.signal, AbortSignal.timeout(options.timeoutMs)]);
    let url = first;
    try {
      for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
        const answer = await open(url, { ...options, ...request, deadline });
        if (answer.kind !== 'redirect') return answer;
        url = new URL(answer.location, url).href;
      }
      throw new DownloadFault(`was passed on over ${REDIRECTS_MAX} times`);
    } catch (error) {
      throw describeFault(error, { url, isStopped: request.signal.aborted, ...options });
    }
  };
}
