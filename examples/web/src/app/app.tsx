import { useCallback, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { loadSession, type Session, saveSession } from '../session/session.ts';
import { SignInForm } from '../session/sign-in-form.tsx';
import { createClient } from './client.ts';
import { Workspace } from './workspace.tsx';

export function App() {
  const [session, setSession] = useState(loadSession);
  const [notice, setNotice] = useState<string>();

  const enter = useCallback((next: Session | undefined, reason?: string) => {
    saveSession(next);
    setNotice(reason);
    setSession(next);
  }, []);
  const onRefused = useCallback(() => enter(undefined, 'Your session has ended.'), [enter]);
  const client = useMemo(() => session && createClient(session, onRefused), [session, onRefused]);

  if (session === undefined || client === undefined)
    return <SignInForm notice={notice} onSignedIn={enter} />;
  return (
    <Provider value={client}>
      <Workspace session={session} onSignOut={() => enter(undefined)} onRefused={onRefused} />
    </Provider>
  );
}
