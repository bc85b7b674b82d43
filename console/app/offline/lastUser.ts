/** Loads the last signed-in user, for opening the console while the server does not answer. */
import { systemClock } from '../../../shared/clock.ts';
import { sessionKeyValueStore } from '../../../shared/net/sessionStore.ts';
import { readLastUser } from '../../../shared/net/lastUser.ts';

export const keyValueStore = sessionKeyValueStore();
export const loadLastUser = () => readLastUser(keyValueStore, systemClock.now());
