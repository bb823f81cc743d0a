import { type FormEvent, useState } from 'react';
import type { Session } from './session.ts';
import { type Credentials, signIn } from './sign-in.ts';

type Props = { notice: string | undefined; onSignedIn: (session: Session) => void };

// The build's environment fills the form in for a demo: VITE_SERVICE=demo npm run dev
const { VITE_SERVICE = '', VITE_API_KEY = '', VITE_EMAIL = '' } = import.meta.env;

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
        <p className="muted">Sign in to a service of the gateway.</p>
        <label>
          Service
          <input name="service" defaultValue={VITE_SERVICE} required />
        </label>
        <label>
          API key
          <input name="apiKey" type="password" defaultValue={VITE_API_KEY} required />
        </label>
        <label>
          E-mail
          <input name="email" type="email" defaultValue={VITE_EMAIL} required />
        </label>
        {problem !== undefined && <p role="alert">{problem}</p>}
        <button disabled={isBusy}>{isBusy ? 'Signing in…' : 'Sign in'}</button>
      </form>
    </main>
  );
}

function readForm(form: FormData): Credentials {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { service: text('service'), apiKey: text('apiKey'), email: text('email') };
}
