export type UserNames = {
  givenName: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
};

/** User of a service for whom tokens can be issued. */
export type ServiceUser = UserNames & {
  id: number;
  email: string;
  createdAt: Date;
  /** Time since which tokens of the user are rejected; null while they are accepted. */
  disabledAt: Date | null;
};

/** State of a user. Tokens of a disabled user are rejected. */
export type UserState = 'enabled' | 'disabled';

/** Filter of users. All given conditions must match; absent and null ones match every user. */
export type UserFilter = {
  isDisabled?: boolean | null | undefined;
  /** Complete e-mail address; upper and lower case are equal. */
  email?: string | null | undefined;
};

/** Returns the name of a user as people read it; the e-mail address of a user without a name. */
export function toDisplayName({
  givenName,
  paternalSurname,
  maternalSurname,
  email,
}: UserNames & Pick<ServiceUser, 'email'>): string {
  const names = [givenName, paternalSurname, maternalSurname].filter((name) => name?.trim());
  return names.length === 0 ? email : names.join(' ');
}

export function hasSameNames(first: UserNames, second: UserNames): boolean {
  return (
    first.givenName === second.givenName &&
    first.paternalSurname === second.paternalSurname &&
    first.maternalSurname === second.maternalSurname
  );
}
