/** Keeps a setting with the account, so that letters, exports and other machines follow. */
import type { QueryClient } from '@tanstack/react-query';
import { me, type User } from '../../../shared/contract/identity/auth.ts';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import type { Client } from '../../../shared/net/client.ts';
import { invalidateTouched } from '../../../shared/net/queries.ts';

export async function saveOwnSetting<K extends 'locale' | 'tz'>(
  client: Client,
  queries: QueryClient,
  { name, value }: { name: K; value: User[K] },
): Promise<void> {
  const { user } = await client.call(me, {});
  if (user[name] === value) return;
  await client.call(patchMe, { body: { [name]: value }, version: user.version });
  await invalidateTouched(queries, [patchMe.path]);
}
