import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it, readable by this user alone. Not by Node's `recursive`: below a folder that takes
 * none, like /proc, that never ends.
 */
export function makeDataFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeDataFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
