import { createHash } from 'node:crypto';

/** Password hashes by e-mail in lower case. */
export type Users = ReadonlyMap<string, string>;

/** Prefix of the variables that hold a user each. */
export const USER_PREFIX = 'GATEWAY_USER_';

/** Reads the users of the environment; throws for a variable that `toVariable` would not write. */
export function readUsers(env: Readonly<Record<string, string | undefined>>): Users {
  const entries = Object.entries(env).filter(([name]) => name.startsWith(USER_PREFIX));
  return new Map(
    entries.map(([name, value = '']): [string, string] => {
      const [, email, hash] = /^(.+@.+):([\w-]+\.[\w-]+)$/.exec(value) ?? [];
      if (email === undefined || hash === undefined) throw new Error(`${name} holds no user.`);
      return [toUserKey(email), hash];
    }),
  );
}

/** Key of a user in `Users`. */
export function toUserKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The line of an environment file for a user; the same variable again for the same e-mail. */
export function toVariable(email: string, hash: string): string {
  const key = toUserKey(email);
  const name = createHash('sha256').update(key).digest('hex').slice(0, 8).toUpperCase();
  return `${USER_PREFIX}${name}='${key}:${hash}'`;
}
