import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { lazyPage } from '../../kit/lazyPage.ts';
import { signOutPrompt, answerSignOutPrompt } from './confirmSignOut.ts';

const SignOutDialog = lazyPage<{ count: number }>(() => import('./SignOutDialog.tsx'), ['pending']);

/** Asks before a sign-out that would discard waiting writes. */
export function SignOutPrompt() {
  const { count } = useStore(signOutPrompt);
  // If the session ends meanwhile, the prompt is answered with "stay".
  useEffect(() => () => answerSignOutPrompt(false), []);
  return count === null ? null : (
    <Suspense>
      <SignOutDialog count={count} />
    </Suspense>
  );
}
