/** What a test waits for comes in a moment, but a busy machine may take its time: a second would be too short. */
import { vi } from 'vitest';

const WITHIN_MS = 15_000;
const { waitFor } = vi;
vi.waitFor = (act, within = { timeout: WITHIN_MS }) => waitFor(act, within);
