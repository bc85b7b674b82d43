import { Redirect, useLocation } from 'wouter';
import { isKnownPath } from '../paths.ts';
import { rememberReturnTo } from '../session/returnTo.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';

const NotFound = lazyWithRetry(() => import('./NotFound.tsx'));

/** Anywhere but the sign-in: a page of ours is remembered and asks to sign in first, any other address is not found. */
export default function SignedOut() {
  const [path] = useLocation();
  if (!isKnownPath(path)) return <NotFound />;
  rememberReturnTo(path + location.search);
  return <Redirect to="/auth" replace />;
}
