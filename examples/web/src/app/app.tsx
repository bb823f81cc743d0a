import { useCallback, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { LanguageProvider } from '../i18n/use-words.tsx';
import { loadSession, type Session, saveSession } from '../session/session.ts';
import { SignInForm } from '../session/sign-in-form.tsx';
import { type Failure, ownFailure } from '../shared/failure.ts';
import { createClient } from './client.ts';
import { Workspace } from './workspace.tsx';

export function App() {
  const [session, setSession] = useState(loadSession);
  const [notice, setNotice] = useState<Failure>();

  const enter = useCallback((next: Session | undefined, reason?: Failure) => {
    saveSession(next);
    setNotice(reason);
    setSession(next);
  }, []);
  const onRefused = useCallback(() => enter(undefined, ownFailure('SESSION_ENDED')), [enter]);
  const client = useMemo(() => session && createClient(session, onRefused), [session, onRefused]);

  return (
    <LanguageProvider>
      {session === undefined || client === undefined ? (
        <SignInForm notice={notice} onSignedIn={enter} />
      ) : (
        <Provider value={client}>
          <Workspace session={session} onSignOut={() => enter(undefined)} onRefused={onRefused} />
        </Provider>
      )}
    </LanguageProvider>
  );
}
