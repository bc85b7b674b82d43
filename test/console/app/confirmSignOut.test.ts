import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  signOutPrompt,
  confirmSignOut,
  setOpenQueue,
  answerSignOutPrompt,
} from '../../../console/app/queue/confirmSignOut.ts';

afterEach(() => {
  answerSignOutPrompt(false);
  setOpenQueue(null);
});
function waiting(count: number) {
  const wipe = vi.fn(() => Promise.resolve());
  setOpenQueue({ count: () => Promise.resolve(count), wipe });
  return wipe;
}
const asked = () => vi.waitFor(() => expect(signOutPrompt.getState().count).not.toBeNull());

describe('a sign-out', () => {
  it('asks nobody where no queue was opened, nothing waits, or the disk does not say', async () => {
    expect(await confirmSignOut('u1')).toBe(true);
    const wipe = waiting(0);
    expect(await confirmSignOut('u1')).toBe(true);
    setOpenQueue({ count: () => Promise.reject(new Error('disk')), wipe });
    expect(await confirmSignOut('u1')).toBe(true);
    expect([wipe.mock.calls, signOutPrompt.getState().count]).toEqual([[], null]);
  });

  it('OPEN-QUEUE-05 warns with the number of what waits, and discards it only when told to', async () => {
    const wipe = waiting(3);
    const stay = confirmSignOut('u1');
    const twice = confirmSignOut('u1');
    await asked();
    expect(signOutPrompt.getState().count).toBe(3);
    answerSignOutPrompt(false);
    expect([await stay, await twice]).toEqual([false, false]);
    expect(wipe).not.toHaveBeenCalled();
    const leave = confirmSignOut('u1');
    await asked();
    answerSignOutPrompt(true);
    expect(await leave).toBe(true);
    expect([wipe.mock.calls.length, signOutPrompt.getState().count]).toEqual([1, null]);
  });

  it('is kept back by no disk that fails', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    setOpenQueue({ count: () => Promise.resolve(1), wipe: () => Promise.reject(new Error('disk')) });
    const leave = confirmSignOut('u1');
    await asked();
    answerSignOutPrompt(true);
    expect(await leave).toBe(true);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});
