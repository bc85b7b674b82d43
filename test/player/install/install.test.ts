import { describe, expect, it, vi } from 'vitest';
import 'fake-indexeddb/auto';
import { createInstallFlags, offerInstall, type InstallPorts } from '../../../player/install/install.ts';
import type { InstallEvent } from '../../../player/install/event.ts';
import type { Answer } from '../../../player/screens/ask.ts';
import { connect, readValue } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';
import { memoryStorage } from '../../support/storage.ts';

let names = 0;

/** One opening of the player on a device that keeps what an earlier one has kept. */
async function opening(more: {
  device?: { db: ReturnType<typeof connect>; mirror: Storage };
  isApp?: boolean;
  answer?: Answer;
  outcome?: 'accepted' | 'dismissed';
  event?: InstallPorts['event'];
  isAttended?: boolean;
}) {
  const { answer = 'none', outcome = 'accepted', isApp = false } = more;
  const device = more.device ?? { db: connect(`install-${++names}`), mirror: memoryStorage() };
  const clock = manualClock();
  const prompt = vi.fn(() => Promise.resolve());
  const own = Object.assign(new Event('beforeinstallprompt'), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  }) as InstallEvent;
  let arrive = () => {};
  const event = more.event ?? new Promise<InstallEvent>(done => (arrive = () => done(own)));
  let touch = () => {};
  const touched = more.isAttended === false ? new Promise<void>(done => (touch = done)) : Promise.resolve();
  const ask = vi.fn<InstallPorts['ask']>(() => Promise.resolve(answer));
  const flags = await createInstallFlags(device.db, device.mirror);
  const done = offerInstall({ clock, flags, isApp: () => isApp, event, touched, ask });
  return { device, clock, prompt, arrive, ask, done, touch: () => touch() };
}

describe('the question whether to install the player', () => {
  it('INSTALL-03 AMBIG-INSTALL-01 is asked when five seconds have passed and the browser is ready, whichever comes last', async () => {
    const early = await opening({});
    early.arrive();
    await early.clock.advance(4_900);
    expect(early.ask).not.toHaveBeenCalled();
    await early.clock.advance(200);
    expect(early.ask).toHaveBeenCalledExactlyOnceWith('button');

    const late = await opening({});
    await late.clock.advance(60_000);
    expect(late.ask).not.toHaveBeenCalled();
    late.arrive();
    await late.done;
    expect(late.ask).toHaveBeenCalledOnce();
  });

  it('is not laid over content where nobody is: it waits for a hand', async () => {
    const { clock, arrive, ask, touch } = await opening({ isAttended: false });
    arrive();
    await clock.advance(3_600_000);
    expect(ask).not.toHaveBeenCalled();
    touch();
    await clock.advance(1);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('INSTALL-02 is not asked of the app itself, nor where it was installed', async () => {
    const app = await opening({ isApp: true });
    app.arrive();
    await app.clock.advance(60_000);
    expect(app.ask).not.toHaveBeenCalled();

    const first = await opening({ answer: 'yes' });
    first.arrive();
    await first.clock.advance(5_000);
    await first.done;
    expect(first.prompt).toHaveBeenCalledOnce();
    expect(first.device.mirror.getItem('install_prompt_installed')).toBe('true');
    const again = await opening({ device: first.device });
    again.arrive();
    await again.clock.advance(60_000);
    expect(again.ask).not.toHaveBeenCalled();
  });

  it('INSTALL-04 STORE-23 OPEN-INSTALL-01 is not asked again after a no, to us or to the browser', async () => {
    for (const no of [{ answer: 'no' }, { answer: 'yes', outcome: 'dismissed' }] as const) {
      const first = await opening(no);
      first.arrive();
      await first.clock.advance(5_000);
      await first.done;
      expect(first.device.mirror.getItem('install_prompt_dismissed')).toBe('true');
      expect(await readValue(first.device.db, 'install')).toEqual({ dismissed: true, installed: false });
      const again = await opening({ device: { db: first.device.db, mirror: memoryStorage() } });
      again.arrive();
      await again.clock.advance(60_000);
      expect(again.ask).not.toHaveBeenCalled();
      expect(again.device.mirror.getItem('install_prompt_dismissed')).toBe('true');
    }
  });

  it('is asked another time where nobody answered', async () => {
    const first = await opening({ answer: 'none' });
    first.arrive();
    await first.clock.advance(5_000);
    await first.done;
    const again = await opening({ device: first.device });
    again.arrive();
    await again.clock.advance(5_000);
    expect(again.ask).toHaveBeenCalledOnce();
  });

  it('OPEN-INSTALL-01 AMBIG-INSTALL-01 tells the steps after five seconds where no browser asks', async () => {
    const { clock, ask } = await opening({ event: 'steps', answer: 'no' });
    await clock.advance(4_900);
    expect(ask).not.toHaveBeenCalled();
    await clock.advance(200);
    expect(ask).toHaveBeenCalledExactlyOnceWith('steps');
  });
});
