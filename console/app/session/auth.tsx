import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Session, SessionState } from './session.ts';

const SessionContext = createContext<Session | null>(null);

export const AuthProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
);

export function useAuth(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useAuth must be used within an AuthProvider');
  return session;
}

export const useSessionState = (): SessionState => useStore(useAuth().store);

/** For components that are rendered only when signed in. */
export function useSignedIn() {
  const state = useSessionState();
  if (state.at !== 'authenticated') throw new Error('No user logged in');
  return state;
}
