/** What waits is done over what stands by then: no call that may wait replaces what its maker has not seen. */
import { expect, it } from 'vitest';
import { isQueueable } from '../../../shared/queue/eligible.ts';
import { endpoints } from '../../support/contract.ts';

/** Each adds something, moves a row from one state to the next, which the server refuses where it is in another, or ends what is named. */
const REPLACE_NOTHING = [
  'campaigns campaigns/:id/duplicate',
  'campaigns/:id/end campaigns/:id/pause campaigns/:id/redraft campaigns/:id/reject campaigns/:id/restore',
  'campaigns/:id/resume campaigns/:id/submit',
  'content-items content-items/:id/archive content-items/:id/expire content-items/:id/pause content-items/:id/publish',
  'content-items/:id/reject content-items/:id/restore content-items/:id/resume content-items/:id/review',
  'contract-templates contract-templates/:id/clone contract-templates/:id/publish contract-templates/:id/restore',
  'contract-templates/:id/retire',
  'creatives/:id/archive creatives/:id/duplicate creatives/:id/replace creatives/:id/restore creatives/:id/submit',
  'creatives/slides device-commands/:id/cancel device-commands/batches/:id/cancel device-groups',
  'device-groups/:id/restore devices/:id/commands devices/:id/maintenance devices/:id/reactivate',
  'devices/:id/retire devices/:id/suspend feeds feeds/:id/pause feeds/:id/refresh feeds/:id/restore feeds/:id/resume incidents/:id/ack incidents/:id/close listings listings/:id/archive',
  'listings/:id/pause listings/:id/publish listings/:id/restore listings/:id/resume locations locations/:id/archive',
  'locations/:id/reopen locations/:id/restore media/:id/cancel media/:id/make-creative media/:id/replace',
  'media/:id/reprocess media/:id/restore own-submissions',
  'own-submissions/:id/resubmit own-submissions/:id/withdraw own-submissions/discard',
  'own-tickets own-tickets/:id/reply own-tickets/:id/resolve owner/devices/:id/commands',
  'player-config/qr-rules player-config/qr-rules/:id/earlier player-config/qr-rules/:id/later',
  'player-config/qr-rules/:id/pause player-config/qr-rules/:id/restore player-config/qr-rules/:id/resume',
  'player-config/weather-rules player-config/weather-rules/:id/earlier player-config/weather-rules/:id/later',
  'player-config/weather-rules/:id/pause player-config/weather-rules/:id/restore',
  'player-config/weather-rules/:id/resume playlists',
  'playlists/:id/archive playlists/:id/duplicate playlists/:id/lock playlists/:id/publish playlists/:id/restore',
  'playlists/:id/unarchive playlists/:id/unlock',
  'reports/definitions reports/definitions/:id/pause reports/definitions/:id/restore reports/definitions/:id/resume',
  'saved-views saved-views/:id/restore schedule-entries schedule-entries/:id/restore',
  'sessions/:id submissions/:id/approve submissions/:id/assign submissions/:id/prioritise',
  'submissions/:id/reject submissions/:id/request-changes',
  'support/tickets/:id/assign support/tickets/:id/merge support/tickets/:id/note support/tickets/:id/reopen',
  'support/tickets/:id/reply support/tickets/:id/resolve',
  'validations/:id/quarantine',
  'validations/:id/release validations/:id/rerun validations/:id/waive',
].flatMap(line => line.split(' '));

it('C7 of all calls that may wait, those that replace what stands name the version their maker has seen', () => {
  const unversioned = endpoints.filter(e => isQueueable(e, '{}') && e.versioned !== true);
  expect(unversioned.map(({ path }) => path.replace('/api/', '')).sort()).toEqual(REPLACE_NOTHING);
  expect(unversioned.filter(({ method }) => method === 'PATCH' || method === 'PUT')).toEqual([]);
});
