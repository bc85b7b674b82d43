/** By what a screen learns that its alerts have changed, and where it asks for them; no schema comes with it. */

/** On answers to signed calls of screens. */
export const ALERTS_VERSION_HEADER = 'x-alerts-version';
/** Of the event stream of a screen; `data` is `{"version": n}`. */
export const ALERTS_EVENT = 'alerts';
export const alertsEvent = (version: number) =>
  `event: ${ALERTS_EVENT}\ndata: ${JSON.stringify({ version })}\n\n`;
/** Of one event of the stream; 0: it is another event. */
export const alertsVersionOf = (event: string): number =>
  Number(/^event: alerts\ndata: \{"version":(\d+)\}$/.exec(event)?.[1] ?? 0);

export const PLAYER_ALERTS_PATH = '/api/player/alerts';
