import { useBrand } from '../brand/useBrand.ts';
import { useMe } from './useMe.ts';

/** Draws nothing: refreshes the signed-in user and the white label of his tenant. It is loaded after the shell, which needs no schemas without it. */
export default function CurrentUserRefresh() {
  useMe();
  useBrand();
  return null;
}
