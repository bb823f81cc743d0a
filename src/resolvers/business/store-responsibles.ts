import type { Ctx } from '../../context.ts';
import {
  type EmailOwner,
  insertUsers,
  listEmailOwners,
  updateNamesOfUsers,
} from '../../db/queries/access/many-users.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { mergeText } from '../../domain/merge-text.ts';
import { hasSameNames, type UserNames } from '../../domain/service-user.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

type Sent = UpsertBusinessInput['responsibleUser'];
export type AskedResponsible = { sent: Sent; currentId: number | null };
export type Responsible = { userId: number | null; isChanged: boolean };

/** A user as the requests before have left it. */
type Account = { email: string; id: number | undefined; before: UserNames | null; now: UserNames };

/**
 * The users who are responsible from now on, as `storeResponsible` has it for one business after the other, in as many
 * statements whatever their number.
 */
export async function storeResponsibles(
  tx: Ctx,
  asked: readonly AskedResponsible[],
): Promise<Responsible[]> {
  const emails = asked.flatMap(({ sent }) => sent?.email ?? []);
  if (emails.length === 0) return asked.map((one) => keepOrLeave(one));
  const owners = await listEmailOwners(tx.db, tx.caller.serviceId, emails);
  const accounts = new Map<string, Account>();
  const named = asked.map(({ sent }) => {
    const email = sent?.email ?? undefined;
    if (!sent || email === undefined) return undefined;
    const owner = owners.shift();
    if (owner === undefined) throw new Error('An e-mail was not looked for.');
    return name(accounts, owner, { ...sent, email });
  });
  await storeAccounts(tx, [...accounts.values()]);
  return asked.map((one, place) => {
    const found = named[place];
    if (found === undefined) return keepOrLeave(one);
    return { userId: found.account.id ?? null, isChanged: found.isChanged };
  });
}

/** Undefined keeps the user there is, null leaves none. */
function keepOrLeave({ sent, currentId }: AskedResponsible): Responsible {
  return { userId: sent === undefined ? currentId : null, isChanged: false };
}

function name(
  accounts: Map<string, Account>,
  owner: EmailOwner,
  sent: NonNullable<Sent> & { email: string },
): { account: Account; isChanged: boolean } {
  const known = accounts.get(owner.folded);
  const before = known?.now ?? namesOf(owner);
  const now = {
    givenName: sent.givenName,
    paternalSurname: mergeText(sent.paternalSurname, before?.paternalSurname),
    maternalSurname: mergeText(sent.maternalSurname, before?.maternalSurname),
  };
  const { id } = owner;
  const account = known ?? { email: sent.email, id: id ?? undefined, before, now };
  account.now = now;
  accounts.set(owner.folded, account);
  return { account, isChanged: before === null || !hasSameNames(before, now) };
}

function namesOf({ givenName, paternalSurname, maternalSurname }: EmailOwner): UserNames | null {
  return givenName === null ? null : { givenName, paternalSurname, maternalSurname };
}

async function storeAccounts(tx: Ctx, accounts: readonly Account[]): Promise<void> {
  const { serviceId } = tx.caller;
  const renamed = accounts.flatMap(({ id, before, now }) =>
    id === undefined || before === null || hasSameNames(before, now) ? [] : { id, ...now },
  );
  if (renamed.length > 0) await updateNamesOfUsers(tx.db, serviceId, renamed);
  const added = accounts.filter((one) => one.id === undefined);
  const count = added.length;
  if (count === 0) return;
  const firstId = await allocateIds(tx.db, { serviceId, kind: 'user', count });
  const rows = added.map((one, index) => {
    const id = firstId + index;
    one.id = id;
    return { id, email: one.email, ...one.now };
  });
  await insertUsers(tx.db, serviceId, rows);
}
