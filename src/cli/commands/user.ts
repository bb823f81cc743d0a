import type { Command } from 'commander';
import type { ServiceUser, UserState } from '../../domain/access/service-user.ts';
import { addServiceUser } from '../../resolvers/user/add-service-user.ts';
import { listServiceUsers } from '../../resolvers/user/list-service-users.ts';
import { setServiceUserState } from '../../resolvers/user/set-service-user-state.ts';
import { withDatabase } from '../database/with-database.ts';
import { printJson, printLine } from '../terminal/print.ts';

type Options = { service: string; json?: boolean };
type EmailOptions = Options & { email: string };
type AddOptions = EmailOptions & {
  givenName: string;
  paternalSurname?: string;
  maternalSurname?: string;
};

export function registerUserCommand(program: Command): void {
  const user = program.command('user').description('users of a service');
  addUserCommand(user, 'add', 'add a user')
    .requiredOption('--given-name <name>', 'given name')
    .option('--paternal-surname <name>', 'first surname')
    .option('--maternal-surname <name>', 'second surname')
    .option('--json', 'print {"id":…}')
    .action(add);
  user
    .command('list')
    .description('list the users of a service, ordered by id')
    .requiredOption('--service <name>', 'name of the service')
    .option('--json', 'print a line for each: {"id":…,"email":…,"given_name":…,…,"disabled_at":…}')
    .action(list);
  addUserCommand(
    user,
    'disable',
    'disable a user: its tokens stop working within five seconds',
  ).action(async (options: EmailOptions) => await setState(options, 'disabled'));
  addUserCommand(user, 'enable', 'enable a disabled user').action(
    async (options: EmailOptions) => await setState(options, 'enabled'),
  );
}

function addUserCommand(user: Command, name: string, description: string): Command {
  return user
    .command(name)
    .description(description)
    .requiredOption('--service <name>', 'name of the service')
    .requiredOption('--email <address>', 'e-mail address of the user, compared without case');
}

async function add({ service, json, ...user }: AddOptions): Promise<void> {
  await withDatabase(async (db) => {
    const id = await addServiceUser(db, service, user);
    if (json) printJson({ id });
    else printLine(`Added user ${id} to service ${service}.`);
  });
}

async function setState({ service, email }: EmailOptions, state: UserState): Promise<void> {
  await withDatabase(async (db) => {
    const isChanged = await setServiceUserState(db, { service, email, state });
    printLine(isChanged ? `The user is ${state}.` : `The user is already ${state}.`);
  });
}

async function list({ service, json }: Options): Promise<void> {
  await withDatabase(async (db) => {
    for await (const users of listServiceUsers(db, service))
      for (const user of users) {
        if (json) printJson(toJson(user));
        else printLine(toText(user));
      }
  });
}

function toJson({ id, email, createdAt, disabledAt, ...names }: ServiceUser): object {
  return {
    id,
    email,
    given_name: names.givenName,
    paternal_surname: names.paternalSurname,
    maternal_surname: names.maternalSurname,
    created_at: createdAt,
    disabled_at: disabledAt,
  };
}

function toText({ id, email, createdAt, disabledAt, ...names }: ServiceUser): string {
  const name = [names.givenName, names.paternalSurname, names.maternalSurname]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  const state = disabledAt === null ? 'enabled' : `disabled ${disabledAt.toISOString()}`;
  return `${id}  ${email}  ${name}  since ${createdAt.toISOString()}  ${state}`;
}
