export type UserNames = {
  givenName: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
};

/** A user of a service, whom tokens are asked for, as whoever manages them sees it. */
export type ServiceUser = UserNames & {
  id: number;
  email: string;
  createdAt: Date;
  /** Since when its tokens are refused; null while they are taken. */
  disabledAt: Date | null;
};

/** Whether callers with a token of the user are let in. */
export type UserState = 'enabled' | 'disabled';

/** All that is given must hold; what is absent or null lets everybody through. */
export type UserFilter = {
  isDisabled?: boolean | null | undefined;
  /** The whole address, in any case. */
  email?: string | null | undefined;
};

/** Returns the name of a user as people read it; the e-mail address of a user without a name. */
export function displayNameOf({
  givenName,
  paternalSurname,
  maternalSurname,
  email,
}: UserNames & Pick<ServiceUser, 'email'>): string {
  const names = [givenName, paternalSurname, maternalSurname].filter((name) => name?.trim());
  return names.length === 0 ? email : names.join(' ');
}

export function hasSameNames(one: UserNames, other: UserNames): boolean {
  return (
    one.givenName === other.givenName &&
    one.paternalSurname === other.paternalSurname &&
    one.maternalSurname === other.maternalSurname
  );
}
