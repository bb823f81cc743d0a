import type { Scope } from './scopes.ts';

/** A back end that showed a live API key of its service, and no token: it may only ask for one. */
export type KeyHolder = {
  kind: 'key';
  serviceId: number;
  service: string;
  apiKeyId: number;
  scopes: ReadonlySet<Scope>;
};

/** A user of the service, calling through a back end: API key, service name and token all agree. */
export type User = Omit<KeyHolder, 'kind'> & {
  kind: 'user';
  userId: number;
  tokenExpiresAt: Date;
};

export type Caller = KeyHolder | User;
