import type { Words } from '../i18n/language.ts';

type Actor = { userId: number; name: string | null };

/** Returns the name of the user who decided, or states that the user no longer exists. */
export function actorName({ deletedUser }: Words['app'], { userId, name }: Actor): string {
  return name ?? deletedUser(userId);
}
