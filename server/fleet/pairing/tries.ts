import type { Server } from '../../context/server.ts';
import { networkOf } from '../../transaction/limits.ts';

/** Counts wrong codes by network and account, whatever the request does with them. */
export async function countTries<T>(
  limits: Server['limits'],
  ip: string,
  user_id: string,
  act: () => Promise<T>,
): Promise<T> {
  const whose = [`network ${networkOf(ip)}`, `account ${user_id}`];
  await limits.take('pairing_tries', whose);
  const answer = await act();
  await limits.refund('pairing_tries', whose);
  return answer;
}
