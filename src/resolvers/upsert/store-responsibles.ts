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
export type RequestedResponsible = { sent: Sent; currentId: number | null };
export type Responsible = { userId: number | null; isChanged: boolean };

/**
 * User with its names before the request and after the businesses that are processed so far. `id` is undefined until a
 * new user is added, `before` is null for a new one.
 */
type Account = { email: string; id: number | undefined; before: UserNames | null; now: UserNames };

/** Responsible users of the businesses, and the users to write. */
export type ResponsiblesPlan = {
  requested: readonly RequestedResponsible[];
  /** Responsible user of each business; undefined when none was sent. */
  assignments: readonly ({ account: Account; isChanged: boolean } | undefined)[];
  accounts: readonly Account[];
};

/** Reads the owners of the sent e-mail addresses and plans the responsible users. */
export async function readResponsiblesPlan(
  tx: RequestContext,
  requested: readonly RequestedResponsible[],
): Promise<ResponsiblesPlan> {
  const { serviceId } = tx.caller;
  const emails = listEmails(requested);
  const owners = emails.length === 0 ? [] : await listEmailOwners(tx.db, { serviceId, emails });
  return planResponsibles(requested, owners);
}

/** Lists the sent e-mail addresses in the order of the businesses, repeated ones included. */
export function listEmails(requested: readonly Pick<RequestedResponsible, 'sent'>[]): string[] {
  return requested.flatMap(({ sent }) => sent?.email ?? []);
}

/**
 * Plans the responsible user of each business. Users are identified by e-mail address without regard to case, and
 * created when the service has none with the address. Sent names replace those of the user. An omitted user keeps the
 * current one, null removes it. `owners` are the users of the sent addresses, in order.
 */
export function planResponsibles(
  requested: readonly RequestedResponsible[],
  owners: readonly EmailOwner[],
): ResponsiblesPlan {
  const remainingOwners = [...owners];
  const accounts = new Map<string, Account>();
  const assignments = requested.map(({ sent }) => {
    const email = sent?.email ?? undefined;
    if (!sent || email === undefined) return undefined;
    const owner = remainingOwners.shift();
    if (owner === undefined) throw new Error('An e-mail address has no row of its owner.');
    return assignAccount(accounts, owner, { ...sent, email });
  });
  return { requested, assignments, accounts: [...accounts.values()] };
}

function assignAccount(
  accounts: Map<string, Account>,
  owner: EmailOwner,
  sent: NonNullable<Sent> & { email: string },
): { account: Account; isChanged: boolean } {
  const previous = accounts.get(owner.folded);
  const before = previous?.now ?? toUserNames(owner);
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

function toUserNames({
  givenName,
  paternalSurname,
  maternalSurname,
}: EmailOwner): UserNames | null {
  return givenName === null ? null : { givenName, paternalSurname, maternalSurname };
}

/** Updates the names of existing users. */
export async function renameResponsibles(
  tx: RequestContext,
  { accounts }: ResponsiblesPlan,
): Promise<void> {
  const renamed = accounts.flatMap(({ id, before, now }) =>
    id === undefined || before === null || hasSameNames(before, now) ? [] : { id, ...now },
  );
  if (renamed.length > 0) await updateNamesOfUsers(tx.db, tx.caller.serviceId, renamed);
}

/** Counts the users that addResponsibles will add. */
export function countAddedUsers({ accounts }: ResponsiblesPlan): number {
  return accounts.filter((account) => account.id === undefined).length;
}

/** Adds the new users with consecutive ids from `firstId`. Returns the responsible user of each business. */
export async function addResponsibles(
  tx: RequestContext,
  { requested, assignments, accounts }: ResponsiblesPlan,
  firstId: number,
): Promise<Responsible[]> {
  const added = accounts.filter((account) => account.id === undefined);
  const rows = added.map((account, index) => {
    const id = firstId + index;
    account.id = id;
    return { id, email: account.email, ...account.now };
  });
  if (rows.length > 0) await insertUsers(tx.db, tx.caller.serviceId, rows);
  return requested.map(({ sent, currentId }, index) => {
    const user = assignments[index];
    if (user !== undefined) return { userId: user.account.id ?? null, isChanged: user.isChanged };
    return { userId: sent === undefined ? currentId : null, isChanged: false };
  });
}
