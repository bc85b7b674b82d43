import { describe, expect, it } from 'vitest';
import { createStatus } from '../../../player/app/status.ts';
import { idOf } from '../items.ts';

const skip = (n: number) => ({
  creative_id: idOf(n),
  name: `Item ${n}`,
  reason: 'why',
  at: '2026-01-05T08:00:00.000Z',
});

describe('what the player knows of itself', () => {
  it('keeps the newest twenty skipped items for the sheet and for the next heartbeat', () => {
    const status = createStatus();
    for (let n = 1; n <= 25; n++) status.skip(skip(n));
    expect(status.get().skipped).toHaveLength(20);
    expect(status.get().skipped.at(-1)?.name).toBe('Item 25');
    const sent = status.get().unsent;
    status.skip(skip(26));
    status.set({ unsent: status.get().unsent.filter(one => !sent.includes(one)) });
    expect(status.get().unsent.map(one => one.name)).toEqual(['Item 26']);
    expect(status.get().skipped).toHaveLength(20);
  });

  it('tells a listener at once and after each change, until it is let go', () => {
    const status = createStatus();
    const heard: string[] = [];
    const end = status.watch(({ link }) => heard.push(link));
    status.set({ link: 'online' });
    end();
    status.set({ link: 'offline' });
    expect(heard).toEqual(['unknown', 'online']);
  });
});
