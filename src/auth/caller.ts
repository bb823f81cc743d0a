import type { Scope } from './scopes.ts';

/** Restrictions of a service on the GraphQL documents of its callers. */
export type DocumentRules = {
  /** True when only ids of trusted documents are accepted. */
  trustedOnly: boolean;
  /** Version, which changes with each change of the service's trusted documents. */
  version: number;
};

/** Back end with an active API key and without a token: it may only obtain one. */
export type KeyHolder = {
  kind: 'key';
  serviceId: number;
  service: string;
  apiKeyId: number;
  scopes: ReadonlySet<Scope>;
  documents: DocumentRules;
};

/** File of a link, and the action that the link permits. */
export type FileLink = { fileId: number; action: 'read' | 'write' };

/** User of a service who calls through its back end. API key, service name and token were checked to match. */
export type User = Omit<KeyHolder, 'kind'> & {
  kind: 'user';
  userId: number;
  tokenExpiresAt: Date;
  /** Link that authenticated the caller, for this file only. */
  link?: FileLink;
};

export type Caller = KeyHolder | User;
