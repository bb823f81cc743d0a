import type { WebhookOptions } from '../../config/webhook-options.ts';
import type { WebhookFault, WebhookOutcome } from '../../domain/events/webhook.ts';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { createAddressGuard } from '../network/address-guard.ts';
import { findAddresses } from '../network/find-addresses.ts';
import { createHostResolver, type HostResolver } from '../network/resolve-host.ts';
import { createUrlRules, type UrlRules } from '../network/url-rules.ts';
import { postOnce } from './post-once.ts';
import { makeWebhookSecret, signWebhook } from './sign.ts';

/** One attempt at a delivery: what is sent, where, and what it is signed with. */
export type WebhookRequest = {
  url: string;
  messageId: string;
  body: string;
  secrets: readonly string[];
};

/** Calls endpoints. */
export type WebhookSender = {
  /** How many endpoints this process sends to at once; 0 is none. */
  jobsMax: number;
  checkUrl: UrlRules;
  makeSecret: () => string;
  /** Tries once, within the time-outs; never throws. */
  send: (request: WebhookRequest) => Promise<WebhookOutcome>;
};

/** `resolveHost` stands at the edge, so that tests can have a name change its addresses. */
export function createWebhookSender(
  options: WebhookOptions,
  resolveHost: HostResolver = createHostResolver(),
): WebhookSender {
  const mayCall = createAddressGuard(options.allowedNetworks);
  const checkUrl = createUrlRules(options);
  return {
    jobsMax: options.jobsMax,
    checkUrl,
    makeSecret: makeWebhookSecret,
    send: async (request) => {
      // Settings may have changed since it was stored.
      if (checkUrl(request.url) !== undefined) return failed('refused_address');
      const url = new URL(request.url);
      const deadline = AbortSignal.timeout(options.timeoutMs);
      const found = await within(deadline, findAddresses(url, { resolveHost, mayCall }));
      if (found === undefined) return failed('timeout');
      if (found.kind !== 'found') return failed(found.kind);
      const call = currentWorkScope()?.trace?.call('POST');
      const outcome = await postOnce({
        url,
        // Exactly those that were looked at: the name is not asked again.
        addresses: found.addresses,
        headers: { ...headersOf(request), ...call?.headers },
        body: request.body,
        deadline,
        connectTimeoutMs: options.connectTimeoutMs,
      });
      call?.end(outcome.answer ?? undefined);
      return outcome;
    },
  };
}

function failed(fault: WebhookFault): WebhookOutcome {
  return { kind: 'failed', answer: null, fault };
}

/** Undefined where the deadline comes first. */
async function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const giveUp = (): void => resolve(undefined);
  deadline.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    deadline.removeEventListener('abort', giveUp);
  }
}

function headersOf({ messageId, body, secrets }: WebhookRequest): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'participant-gateway',
    ...signWebhook({ id: messageId, seconds, body }, secrets),
  };
}
