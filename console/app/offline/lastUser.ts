/** Opens with whoever was signed in before, when the server does not say who is. */
import { systemClock } from '../../../shared/clock.ts';
import { sessionKeyValueStore } from '../../../shared/net/sessionStore.ts';
import { readLastUser } from '../../../shared/net/lastUser.ts';

export const beside = sessionKeyValueStore();
export const lastUser = () => readLastUser(beside, systemClock.now());
