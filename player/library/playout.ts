/** What decides among campaigns and by weights: loaded once a screen has any, so that a loop alone starts without it. */
export { afterPlay } from '../../shared/playout/afterPlay.ts';
export { decide, NOTHING_PLAYED, refusalOfLine } from '../../shared/playout/decide.ts';
export { maySpend } from '../../shared/playout/leases/spend.ts';
export { byCampaign, reasonsOf, unreadyLines } from '../../shared/playout/recording/reason.ts';
