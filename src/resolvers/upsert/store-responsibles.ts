import type { RequestContext } from '../../context.ts';
import {
  type EmailOwner,
  insertUsers,
  listEmailOwners,
  updateNamesOfUsers,
} from '../../db/queries/access/many-users.ts';
import { hasSameNames, type UserNames } from '../../domain/access/service-user.ts';
import { mergeText } from '../../domain/business/merge-text.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

type Sent = UpsertBusinessInput['responsibleUser'];
export type AskedResponsible = { sent: Sent; currentId: number | null };
export type Responsible = { userId: number | null; isChanged: boolean };

/** A user as the requests before have left it. */
type Account = { email: string; id: number | undefined; before: UserNames | null; now: UserNames };

/** Responsible user of each business, and users to write for that. */
export type ResponsiblesPlan = {
  asked: readonly AskedResponsible[];
  /** Undefined where no user was sent. */
  named: readonly ({ account: Account; isChanged: boolean } | undefined)[];
  accounts: readonly Account[];
};

/** The same as planResponsibles, for which it looks up whose the e-mails are. */
export async function findResponsibles(
  tx: RequestContext,
  requested: readonly AskedResponsible[],
): Promise<ResponsiblesPlan> {
  const { serviceId } = tx.caller;
  const emails = emailsOf(requested);
  const owners = emails.length === 0 ? [] : await listEmailOwners(tx.db, { serviceId, emails });
  return planResponsibles(requested, owners);
}

/** The e-mails that were sent, in their order. */
export function emailsOf(requested: readonly Pick<AskedResponsible, 'sent'>[]): string[] {
  return requested.flatMap(({ sent }) => sent?.email ?? []);
}

/**
 * The users who are responsible from now on, known by e-mail in any case and made where the service has none;
 * the names sent are written to that user. Undefined keeps the user there is, null leaves none. `owners` are
 * those of the e-mails sent, in their order.
 */
export function planResponsibles(
  requested: readonly AskedResponsible[],
  owners: readonly EmailOwner[],
): ResponsiblesPlan {
  const left = [...owners];
  const accounts = new Map<string, Account>();
  const named = requested.map(({ sent }) => {
    const email = sent?.email ?? undefined;
    if (!sent || email === undefined) return undefined;
    const owner = left.shift();
    if (owner === undefined) throw new Error('An e-mail was not looked for.');
    return name(accounts, owner, { ...sent, email });
  });
  return { asked: requested, named, accounts: [...accounts.values()] };
}

function name(
  accounts: Map<string, Account>,
  owner: EmailOwner,
  sent: NonNullable<Sent> & { email: string },
): { account: Account; isChanged: boolean } {
  const previous = accounts.get(owner.folded);
  const before = previous?.now ?? namesOf(owner);
  const now = {
    givenName: sent.givenName,
    paternalSurname: mergeText(sent.paternalSurname, before?.paternalSurname),
    maternalSurname: mergeText(sent.maternalSurname, before?.maternalSurname),
  };
  const { id } = owner;
  const account = previous ?? { email: sent.email, id: id ?? undefined, before, now };
  account.now = now;
  accounts.set(owner.folded, account);
  return { account, isChanged: before === null || !hasSameNames(before, now) };
}

function namesOf({ givenName, paternalSurname, maternalSurname }: EmailOwner): UserNames | null {
  return givenName === null ? null : { givenName, paternalSurname, maternalSurname };
}

/** Writes the names of users whom the service has. */
export async function renameResponsibles(
  tx: RequestContext,
  { accounts }: ResponsiblesPlan,
): Promise<void> {
  const renamed = accounts.flatMap(({ id, before, now }) =>
    id === undefined || before === null || hasSameNames(before, now) ? [] : { id, ...now },
  );
  if (renamed.length > 0) await updateNamesOfUsers(tx.db, tx.caller.serviceId, renamed);
}

export function countAddedUsers({ accounts }: ResponsiblesPlan): number {
  return accounts.filter((account) => account.id === undefined).length;
}

/** Adds the users whom the service has not, with ids that count up from `firstId`; answers who is responsible for each. */
export async function addResponsibles(
  tx: RequestContext,
  { asked, named, accounts }: ResponsiblesPlan,
  firstId: number,
): Promise<Responsible[]> {
  const added = accounts.filter((account) => account.id === undefined);
  const rows = added.map((account, index) => {
    const id = firstId + index;
    account.id = id;
    return { id, email: account.email, ...account.now };
  });
  if (rows.length > 0) await insertUsers(tx.db, tx.caller.serviceId, rows);
  return asked.map(({ sent, currentId }, place) => {
    const user = named[place];
    if (user !== undefined) return { userId: user.account.id ?? null, isChanged: user.isChanged };
    return { userId: sent === undefined ? currentId : null, isChanged: false };
  });
}
