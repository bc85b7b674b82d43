/** Names shared by pages and the service worker. */
export const LOCKS = {
  refresh: 'wayside-refresh',
  userLane: 'wayside-lane-user',
  outbox: 'wayside-lane-outbox',
  userOutbox: 'wayside-lane-own',
} as const;
/** A message on this channel means that the queue has changed. */
export const QUEUE_CHANNEL = 'wayside-queue';
/** Sent by a console page that closes while entries wait. */
export const RUN_LANE = 'run-lane';
export const SYNC_TAG = 'wayside-user-lane';
