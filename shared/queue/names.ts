/** What pages and the worker call the things they share. */
export const LOCKS = { refresh: 'wayside-refresh', userLane: 'wayside-lane-user' } as const;
/** A word on it means: what waits has changed. */
export const QUEUE_CHANNEL = 'wayside-queue';
/** From a console page that goes away with entries waiting. */
export const RUN_LANE = 'run-lane';
export const SYNC_TAG = 'wayside-user-lane';
