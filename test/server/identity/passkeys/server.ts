/** The server of the tests of passkeys: at the origin that their keys are made for, by a clock that they move. */
import { manualClock } from '../../../support/clock.ts';
import { startTestServer } from '../../../support/server/server.ts';
import { ORIGIN } from './softwareKey.ts';

export const MINUTE_MS = 60_000;
export const WRONG = [400, 'WRONG_PASSKEY'];
export const clock = manualClock();
export const startPasskeyServer = () => startTestServer({ clock, config: { publicUrl: ORIGIN } });
