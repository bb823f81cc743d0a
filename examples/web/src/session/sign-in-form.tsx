import { type FormEvent, useState } from 'react';
import type { Session } from './session.ts';
import { type Credentials, signIn } from './sign-in.ts';
import { SIGN_IN_WORDS } from './sign-in-words.ts';

type Props = { notice: string | undefined; onSignedIn: (session: Session) => void };

export function SignInForm({ notice, onSignedIn }: Props) {
  const [problem, setProblem] = useState(notice);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    try {
      onSignedIn(await signIn(readForm(new FormData(event.currentTarget))));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit}>
        <h1>Participants</h1>
        <p className="muted">{SIGN_IN_WORDS.title}</p>
        <label>
          {SIGN_IN_WORDS.email}
          <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          {SIGN_IN_WORDS.password}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {problem !== undefined && <p role="alert">{problem}</p>}
        <button disabled={isBusy}>{isBusy ? SIGN_IN_WORDS.signingIn : SIGN_IN_WORDS.signIn}</button>
      </form>
    </main>
  );
}

function readForm(form: FormData): Credentials {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: text('email').trim(), password: text('password') };
}
