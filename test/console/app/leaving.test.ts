import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaving, mayLeave, nowOpen, settleLeaving } from '../../../console/app/queue/leaving.ts';

afterEach(() => {
  settleLeaving(false);
  nowOpen(null);
});
function waiting(count: number) {
  const wipe = vi.fn(() => Promise.resolve());
  nowOpen({ count: () => Promise.resolve(count), wipe });
  return wipe;
}
const asked = () => vi.waitFor(() => expect(leaving.getState().count).not.toBeNull());

describe('a sign-out', () => {
  it('asks nobody where no queue was opened, nothing waits, or the disk does not say', async () => {
    expect(await mayLeave()).toBe(true);
    const wipe = waiting(0);
    expect(await mayLeave()).toBe(true);
    nowOpen({ count: () => Promise.reject(new Error('disk')), wipe });
    expect(await mayLeave()).toBe(true);
    expect([wipe.mock.calls, leaving.getState().count]).toEqual([[], null]);
  });

  it('warns with the number of what waits, and discards it only when told to', async () => {
    const wipe = waiting(3);
    const stay = mayLeave();
    const twice = mayLeave();
    await asked();
    expect(leaving.getState().count).toBe(3);
    settleLeaving(false);
    expect([await stay, await twice]).toEqual([false, false]);
    expect(wipe).not.toHaveBeenCalled();
    const leave = mayLeave();
    await asked();
    settleLeaving(true);
    expect(await leave).toBe(true);
    expect([wipe.mock.calls.length, leaving.getState().count]).toEqual([1, null]);
  });

  it('is kept back by no disk that fails', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    nowOpen({ count: () => Promise.resolve(1), wipe: () => Promise.reject(new Error('disk')) });
    const leave = mayLeave();
    await asked();
    settleLeaving(true);
    expect(await leave).toBe(true);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});
