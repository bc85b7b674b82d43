/** Opens with whoever was signed in before, when the server does not say who is. */
import { systemClock } from '../../../shared/clock.ts';
import { createBeside } from '../../../shared/net/beside.ts';
import { readLastUser } from '../../../shared/net/lastUser.ts';

export const keyValueStore = createBeside();
export const loadLastUser = () => readLastUser(keyValueStore, systemClock.now());
