import { type FormEvent, useState } from 'react';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { useWords } from '../i18n/use-words.tsx';
import type { Failure } from '../shared/failure.ts';
import { FailureAlert } from '../shared/problem.tsx';
import { isSession, type Session } from './session.ts';
import { type Credentials, signIn } from './sign-in.ts';

type Props = { notice: Failure | undefined; onSignedIn: (session: Session) => void };

export function SignInForm({ notice, onSignedIn }: Props) {
  const { app, signIn: words } = useWords();
  const [problem, setProblem] = useState(notice);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    const result = await signIn(readForm(new FormData(event.currentTarget)));
    if (isSession(result)) return onSignedIn(result);
    setProblem(result);
    setBusy(false);
  }

  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit}>
        <h1>{app.title}</h1>
        <p className="muted">{words.title}</p>
        <label>
          {words.email}
          <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          {words.password}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <FailureAlert failure={problem} />
        <button disabled={isBusy}>{isBusy ? words.signingIn : words.signIn}</button>
        <LanguageSwitch />
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
