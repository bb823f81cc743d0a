import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hashPassword } from './passwords.ts';
import { toVariable } from './users.ts';

const PASSWORD_LENGTH_MIN = 12;
/** Without what would end the quotes around it. */
const EMAIL = /^[^\s@'"\\]+@[^\s@'"\\]+$/;

/** Prints the line of `.env.local` for the user of the e-mail given; reads the password from standard input. */
async function printUser([email = '']: readonly string[]): Promise<void> {
  if (!EMAIL.test(email)) throw new Error('Usage: npm run --silent user -- EMAIL');
  const password = await readPassword();
  if (password.length < PASSWORD_LENGTH_MIN)
    throw new Error(`The password must have at least ${PASSWORD_LENGTH_MIN} characters.`);
  process.stdout.write(`${toVariable(email, await hashPassword(password))}\n`);
}

async function readPassword(): Promise<string> {
  process.stderr.write('Password: ');
  // What is typed is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const password = await reader.question('');
  reader.close();
  process.stderr.write('\n');
  return password;
}

await printUser(process.argv.slice(2));
