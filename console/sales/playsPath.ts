import { PATHS } from '../app/paths.ts';

interface Plays {
  campaign_id: string;
  /** UTC ISO-8601; `to` is exclusive. */
  from: string;
  to: string;
  device_id?: string;
}
/** The log of the plays that count in a line of an invoice or of a month. */
export const playsPath = (plays: Plays): string =>
  `${PATHS.plays}?${new URLSearchParams({ ...plays, result: 'completed' }).toString()}`;
