import type { Scope } from './scopes.ts';

/** What a service says of the documents of GraphQL that its callers may send. */
export type DocumentRules = {
  /** Whether they run by the ids of trusted documents only. */
  trustedOnly: boolean;
  /** Another one after each change of the service's trusted documents. */
  version: number;
};

/** A back end that showed a live API key of its service, and no token: it may only ask for one. */
export type KeyHolder = {
  kind: 'key';
  serviceId: number;
  service: string;
  apiKeyId: number;
  scopes: ReadonlySet<Scope>;
  documents: DocumentRules;
};

/** What a link lets its holder do, and with which file. */
export type FileLink = { fileId: number; action: 'read' | 'write' };

/** A user of the service, calling through a back end: API key, service name and token all agree. */
export type User = Omit<KeyHolder, 'kind'> & {
  kind: 'user';
  userId: number;
  tokenExpiresAt: Date;
  /** Came by a link, which lets in to this one file. */
  link?: FileLink;
};

export type Caller = KeyHolder | User;
