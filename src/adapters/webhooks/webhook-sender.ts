import type { WebhookOptions } from '../../config/webhook-options.ts';
import type { WebhookFault, WebhookOutcome } from '../../domain/events/webhook.ts';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { createAddressGuard } from '../network/address-guard.ts';
import { resolveAllowedAddresses } from '../network/resolve-allowed-addresses.ts';
import { createHostResolver, type HostResolver } from '../network/resolve-host.ts';
import { createUrlRules, type UrlRules } from '../network/url-rules.ts';
import { postOnce } from './post-once.ts';
import { createWebhookSecret, signWebhook } from './sign-webhook.ts';

/** Delivery attempt: URL, payload and signing secrets. */
export type WebhookRequest = {
  url: string;
  messageId: string;
  body: string;
  secrets: readonly string[];
};

export type WebhookSender = {
  /** Number of endpoints that this process sends to concurrently. 0 disables sending. */
  jobsMax: number;
  checkUrl: UrlRules;
  makeSecret: () => string;
  /** Sends one delivery attempt within the time limits. Returns a failed outcome instead of throwing. */
  send: (request: WebhookRequest) => Promise<WebhookOutcome>;
};

/** Creates a sender with protection against SSRF. Tests replace `resolveHost` to simulate DNS rebinding. */
export function createWebhookSender(
  options: WebhookOptions,
  resolveHost: HostResolver = createHostResolver(),
): WebhookSender {
  const isAllowed = createAddressGuard(options.allowedNetworks);
  const checkUrl = createUrlRules(options);
  return {
    jobsMax: options.jobsMax,
    checkUrl,
    makeSecret: createWebhookSecret,
    send: async (request) => {
      // Settings may have changed after the endpoint was stored.
      if (checkUrl(request.url) !== undefined) return createFailure('refused_address');
      const url = new URL(request.url);
      const deadline = AbortSignal.timeout(options.timeoutMs);
      const resolved = await waitUntil(
        deadline,
        resolveAllowedAddresses(url, { resolveHost, isAllowed }),
      );
      if (resolved === undefined) return createFailure('timeout');
      if (resolved.kind !== 'found') return createFailure(resolved.kind);
      const call = currentWorkScope()?.trace?.call('POST');
      const outcome = await postOnce({
        url,
        // Connects to the checked addresses: no further DNS query, against DNS rebinding.
        addresses: resolved.addresses,
        headers: { ...toHeaders(request), ...call?.headers },
        body: request.body,
        deadline,
        connectTimeoutMs: options.connectTimeoutMs,
      });
      call?.end(outcome.responseCode ?? undefined);
      return outcome;
    },
  };
}

function createFailure(fault: WebhookFault): WebhookOutcome {
  return { kind: 'failed', responseCode: null, fault };
}

/** Returns the result of work, or undefined when the deadline comes first. */
async function waitUntil<T>(deadline: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onDeadline = (): void => resolve(undefined);
  deadline.addEventListener('abort', onDeadline, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    deadline.removeEventListener('abort', onDeadline);
  }
}

function toHeaders({ messageId, body, secrets }: WebhookRequest): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'participant-gateway',
    ...signWebhook({ id: messageId, seconds, body }, secrets),
  };
}
