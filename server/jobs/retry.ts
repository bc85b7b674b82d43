/** When a job that failed is tried again. Pure. */
import { backedOff } from '../net/backOff.ts';

const FIRST_MS = 60_000;
const LONGEST_MS = 4 * 3_600_000;
/** About a day and a half in all: a mail server that is down over night still gets its e-mails. */
export const MAX_TRIES = 15;

/** `tries`: so far, the failed one among them. null: it is given up. */
export const nextTry = (tries: number, now: number): number | null =>
  tries >= MAX_TRIES ? null : now + backedOff(FIRST_MS, tries - 1, LONGEST_MS);

/** A job that can never succeed: it is given up at once. The code is stored, so it holds nothing of the job. */
export class GivenUp extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`given up: ${code}`, options);
    this.code = code;
  }
}
