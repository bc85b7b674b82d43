import { AppError } from '../../../shared/contract/wire/errors.ts';
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
  const refund = () => limits.refund('pairing_tries', whose);
  try {
    const answer = await act();
    await refund();
    return answer;
  } catch (error) {
    /** The code was right; somebody was faster with the screen that it is to replace. */
    if (error instanceof AppError && error.code === 'VERSION_CONFLICT') await refund();
    throw error;
  }
}
