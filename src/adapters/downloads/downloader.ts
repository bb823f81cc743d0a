import { createAddressGuard } from '../network/address-guard.ts';
import { resolveAllowedAddresses } from '../network/resolve-allowed-addresses.ts';
import { createHostResolver, type HostResolver } from '../network/resolve-host.ts';
import type { UrlOptions } from '../network/url-rules.ts';
import { createUrlRules } from '../network/url-rules.ts';
import type { DownloadRequest, DownloadResult } from './download.ts';
import { DownloadError, toOperatorError } from './download-error.ts';
import { type GetRequest, type GetResult, getOnce } from './get-once.ts';

export type DownloadOptions = UrlOptions & {
  /** Maximum size of a file, decompressed. */
  bytesMax: number;
  /** Time limit for a whole file. */
  timeoutMs: number;
  /** Time limit for a connection on which no data arrives. */
  stallMs: number;
};

/** Downloads a file. Throws OperatorError with the reason and the URL without its query. */
export type Downloader = (request: DownloadRequest) => Promise<DownloadResult>;

/** Maximum number of redirects, so that a loop ends. */
const REDIRECTS_MAX = 5;
/** Maximum length of a URL. Signed URLs of storage services are long. */
const URL_LENGTH_MAX = 8192;

const ADDRESS_ERRORS = {
  unknown_host: 'cannot be reached: the host does not exist',
  refused_address: 'leads to an address that may not be called',
};

/**
 * Creates a downloader with protection against SSRF: the URL and the addresses of each redirect are checked. Tests
 * replace `resolveHost` to simulate DNS rebinding.
 */
export function createDownloader(
  options: DownloadOptions,
  resolveHost: HostResolver = createHostResolver(),
): Downloader {
  const checkUrl = createUrlRules({ ...options, lengthMax: URL_LENGTH_MAX });
  const isAllowed = createAddressGuard(options.allowedNetworks);

  const open = async (
    text: string,
    requestOptions: Omit<GetRequest, 'url' | 'addresses'>,
  ): Promise<GetResult> => {
    const issue = checkUrl(text);
    if (issue !== undefined) throw new DownloadError(`cannot be fetched: ${issue.message}`);
    const url = new URL(text);
    const resolved = await resolveAllowedAddresses(url, { resolveHost, isAllowed });
    if (resolved.kind !== 'found') throw new DownloadError(ADDRESS_ERRORS[resolved.kind]);
    // Name resolution does not observe the deadline.
    requestOptions.deadline.throwIfAborted();
    return await getOnce({ ...requestOptions, url, addresses: resolved.addresses });
  };

  return async ({ url: initialUrl, ...request }) => {
    const deadline = AbortSignal.any([request.signal, AbortSignal.timeout(options.timeoutMs)]);
    let url = initialUrl;
    try {
      for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
        const result = await open(url, { ...options, ...request, deadline });
        if (result.kind !== 'redirect') return result;
        url = new URL(result.location, url).href;
      }
      throw new DownloadError(`was redirected more than ${REDIRECTS_MAX} times`);
    } catch (error) {
      throw toOperatorError(error, { url, isStopped: request.signal.aborted, ...options });
    }
  };
}
