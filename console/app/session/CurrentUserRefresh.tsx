import { useMe } from './useMe.ts';

/** Draws nothing: refreshes the signed-in user. It is loaded after the shell, which needs no schemas without it. */
export default function CurrentUserRefresh() {
  useMe();
  return null;
}
