/** Asks once, a while after the player is ready, whether this device shall keep it as an app. */
import { sleep, type Clock } from '../../shared/clock.ts';
import { INSTALL } from '../../shared/constants.ts';
import { readValue, writeValues, type Connection, type Values } from '../../shared/device/storage.ts';
import { writeMirror, type Mirror } from '../kiosk/mode.ts';
import type { Answer } from '../screens/ask.ts';
import type { InstallEvent } from './event.ts';

const DISMISSED = 'install_prompt_dismissed';
const INSTALLED = 'install_prompt_installed';
type Flags = Values['install'];

/** The database is the truth of these flags, too. */
export async function createInstallFlags(db: Connection, mirror: Mirror) {
  const flag = (name: string) => mirror.getItem(name) === 'true';
  let flags: Flags = (await readValue(db, 'install')) ?? {
    dismissed: flag(DISMISSED),
    installed: flag(INSTALLED),
  };
  const writeFlags = () =>
    writeMirror(mirror, {
      [DISMISSED]: flags.dismissed ? 'true' : null,
      [INSTALLED]: flags.installed ? 'true' : null,
    });
  writeFlags();
  return {
    get: () => flags,
    async set(name: keyof Flags) {
      flags = { ...flags, [name]: true };
      await writeValues(db, { install: flags });
      writeFlags();
    },
  };
}

export interface InstallPorts {
  clock: Clock;
  flags: Awaited<ReturnType<typeof createInstallFlags>>;
  /** The page runs as an app already. */
  isApp: () => boolean;
  /** Where no browser asks, its steps are told instead. */
  event: Promise<InstallEvent> | 'steps';
  /** A hand is at the screen: where nobody is, nothing is laid over what plays. */
  touched: Promise<void>;
  ask: (kind: 'button' | 'steps') => Promise<Answer>;
}

export async function offerInstall({
  clock,
  flags,
  isApp,
  event,
  touched,
  ask,
}: InstallPorts): Promise<void> {
  const isWanted = () => !isApp() && !flags.get().dismissed && !flags.get().installed;
  if (!isWanted()) return;
  const [browserPrompt] = await Promise.all([event, sleep(clock, INSTALL.delayMs)]);
  await touched;
  if (!isWanted()) return;
  const answer = await ask(browserPrompt === 'steps' ? 'steps' : 'button');
  if (answer === 'none') return;
  if (answer === 'no' || browserPrompt === 'steps') return flags.set('dismissed');
  await browserPrompt.prompt();
  const { outcome } = await browserPrompt.userChoice;
  await flags.set(outcome === 'accepted' ? 'installed' : 'dismissed');
}
