import { describe, expect, it } from 'vitest';
import { createEvent } from '../../../player/app/event.ts';

describe('an event of the player', () => {
  it('reaches every listener at once, until that one is taken away', () => {
    const event = createEvent<string>();
    const calls: string[] = [];
    event.on(what => void calls.push(`first ${what}`));
    const end = event.on(what => void calls.push(`second ${what}`));
    void event.emit('a');
    end();
    void event.emit('b');
    expect(calls).toEqual(['first a', 'second a', 'first b']);
  });

  it('is over when every listener has done its work, and at once where nobody listens', async () => {
    const event = createEvent();
    await event.emit();
    let finish = () => {};
    let isOver = false;
    event.on(() => new Promise<void>(done => (finish = done)));
    event.on(() => undefined);
    const emitted = event.emit().then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    finish();
    await emitted;
  });

  it('tells who emitted it what a listener could not do', async () => {
    const event = createEvent();
    event.on(() => Promise.reject(new Error('no room')));
    await expect(event.emit()).rejects.toThrow('no room');
  });
});
