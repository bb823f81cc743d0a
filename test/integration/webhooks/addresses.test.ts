import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/adapters/network/address-guard.ts';
import type { HostResolver } from '../../../src/adapters/network/resolve-host.ts';
import { createUrlRules } from '../../../src/adapters/network/url-rules.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/webhook-sender.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { SHORT_TIMEOUTS, webhookOptions } from '../../support/clients/webhooks.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const receiver = useWebhookReceiver();
const DEFAULTS = loadConfig({}).webhooks;

describe('an address', () => {
  const mayCall = createAddressGuard([]);

  it.each([
    ['this host', '0.0.0.0'],
    ['a loopback', '127.0.0.1'],
    ['another loopback', '127.255.255.254'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a link', '169.254.0.1'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['the metadata of Azure', '168.63.129.16'],
    ['the metadata of Alibaba', '100.100.100.200'],
    ['the metadata of Oracle', '192.0.0.192'],
    ['a carrier', '100.64.0.1'],
    ['a benchmark', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['many', '224.0.0.1'],
    ['nobody yet', '240.0.0.1'],
    ['everybody', '255.255.255.255'],
    ['this host in IPv6', '::'],
    ['the loopback in IPv6', '::1'],
    ['a mapped loopback', '::ffff:127.0.0.1'],
    ['a mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['a mapped public address', '::ffff:93.184.216.34'],
    ['a compatible loopback', '::127.0.0.1'],
    ['a translated metadata address', '64:ff9b::a9fe:a9fe'],
    ['a private translated one', '64:ff9b:1::a9fe:a9fe'],
    ['a 6to4 private address', '2002:a00:1::'],
    ['a Teredo address', '2001:0:a00:1::'],
    ['a private network in IPv6', 'fd00::1'],
    ['the metadata of Amazon in IPv6', 'fd00:ec2::254'],
    ['a link in IPv6', 'fe80::1'],
    ['a link in IPv6, with its zone', 'fe80::1%eth0'],
    ['a site in IPv6', 'fec0::1'],
    ['many in IPv6', 'ff02::1'],
    ['documentation in IPv6', '2001:db8::1'],
    ['nothing', 'localhost'],
  ])('of %s is not called: %s', (_whose, address) => {
    expect(mayCall(address)).toBe(false);
  });

  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    'of anybody is called: %s',
    (address) => {
      expect(mayCall(address)).toBe(true);
    },
  );

  it('of a network that the operator names is called, and no other', () => {
    const some = createAddressGuard(['10.1.0.0/16', 'fd12::/16']);
    expect(['10.1.2.3', 'fd12::1'].every(some)).toBe(true);
    expect(['10.2.0.1', 'fd13::1', '::ffff:10.1.2.3', '127.0.0.1'].some(some)).toBe(false);
  });
});

describe('a URL', () => {
  const check = createUrlRules(DEFAULTS);

  it.each([
    'https://hooks.example/',
    'https://hooks.example:443/a?b=c',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
  ])('is taken: %s', (url) => {
    expect(check(url)).toBeUndefined();
  });

  it.each([
    'http://hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'hooks.example',
    '',
    'https://user@hooks.example/',
    'https://user:word@hooks.example/',
    'https://:word@hooks.example/',
    'https://hooks.example/#here',
    'https://hooks.example:22/',
    'https://hooks.example:8443/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://１２７.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    `https://hooks.example/${'a'.repeat(2048)}`,
  ])('is refused: %s', (url) => {
    expect(check(url)).toMatchObject({ message: expect.any(String) as unknown });
  });
});

/** Where a receiver can be called, were nobody to look. */
const INTERNAL = [{ address: '127.0.0.1', family: 4 }];
const PUBLIC = { address: '93.184.216.34', family: 4 };

async function send(resolveHost: HostResolver, allowedNetworks: string[], limits = {}) {
  const sender = createWebhookSender(webhookOptions({ allowedNetworks, ...limits }), resolveHost);
  const url = receiver.url().replace('127.0.0.1', 'hooks.example');
  return await sender.send({ url, messageId: 'm', body: '{}', secrets: ['whsec_AAAA'] });
}

const never: HostResolver = async () => await new Promise(() => undefined);

describe('a name', () => {
  it('that leads to an address of the inside is not called', async () => {
    const outcome = await send(async () => await Promise.resolve(INTERNAL), []);
    expect(outcome).toEqual({ kind: 'failed', responseCode: null, fault: 'refused_address' });
    expect(receiver.received).toEqual([]);
  });

  it('is not called where one of its addresses is of the inside', async () => {
    const outcome = await send(async () => await Promise.resolve([PUBLIC, ...INTERNAL]), []);
    expect(outcome).toMatchObject({ fault: 'refused_address' });
    expect(receiver.received).toEqual([]);
  });

  it('is called at the address that was looked at, though it leads elsewhere the moment after', async () => {
    let asked = 0;
    // It is let in once; any further question would lead past the guard to where nobody listens.
    const rebinding: HostResolver = async () => {
      asked += 1;
      return await Promise.resolve(asked === 1 ? INTERNAL : [{ address: '127.0.0.9', family: 4 }]);
    };
    expect(await send(rebinding, ['127.0.0.1/32'])).toEqual({
      kind: 'delivered',
      responseCode: 204,
    });
    expect(asked).toBe(1);
    expect(receiver.received[0]?.headers.host).toMatch(/^hooks\.example:\d+$/);
  });

  it('is looked at with every attempt: one that was public may lead inside the next time', async () => {
    let asked = 0;
    const sender = createWebhookSender(
      webhookOptions({ allowedNetworks: ['127.0.0.1/32'] }),
      async () => {
        asked += 1;
        return await Promise.resolve(
          asked === 1 ? INTERNAL : [{ address: '127.0.0.2', family: 4 }],
        );
      },
    );
    const url = receiver.url().replace('127.0.0.1', 'hooks.example');
    const request = { url, messageId: 'm', body: '{}', secrets: ['whsec_AAAA'] };
    expect(await sender.send(request)).toMatchObject({ kind: 'delivered' });
    expect(await sender.send(request)).toMatchObject({ fault: 'refused_address' });
    expect(receiver.received).toHaveLength(1);
  });

  it('that nobody has, and one whose answer does not come, fail', async () => {
    expect(await send(async () => await Promise.resolve([]), [])).toMatchObject({
      fault: 'unknown_host',
    });
    expect(await send(never, [], SHORT_TIMEOUTS)).toMatchObject({ fault: 'timeout' });
  });
});

it('an endpoint that is no longer allowed is not called', async () => {
  const sender = createWebhookSender({ ...webhookOptions(), allowsHttp: false });
  const request = { url: receiver.url(), messageId: 'm', body: '{}', secrets: ['whsec_AAAA'] };
  expect(await sender.send(request)).toMatchObject({ fault: 'refused_address' });
  expect(receiver.received).toEqual([]);
});
