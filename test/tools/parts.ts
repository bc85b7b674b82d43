/**
 * What proves at length what `npm test` shows in small: one table for `npm run test:long`, for `npm run soak`, and for
 * the part that a landing runs after its `npm test`.
 */
import {
  again,
  areas,
  components,
  decisions,
  holes,
  inBrowser,
  long,
  money,
  onPostgres,
  OF_ALL,
  OF_PLAYER,
  OF_QUEUES,
  OF_THE_SERVER,
  server,
  soak,
  standing,
  stories,
  unit,
  type Part,
} from './part.ts';

const FIFTY_THOUSAND = { FLEET_SCREENS: '50000', FLEET_PERIOD_MS: '60000', FLEET_PERIODS: '1' };
const COMMANDS = stories('commands', ['long', 'again'], ['commands.long']);
export const PARTS: Readonly<Record<string, Part>> = {
  /** Queue and outbox under crashes, shifts without a network, lost chunks; and the properties that are tried in small. */
  crashes: long({
    needs: [],
    covers: [...OF_QUEUES, ...OF_PLAYER, 'test/shared'],
    runs: [
      unit('crashes', ['test/crash'], { CRASH_SCHEDULES: '4000', CRASH_KINDS: 'queue outbox' }),
      unit('shifts', ['test/player/app/days.test.ts'], { OFFLINE_HOURS: '16' }),
      unit('answers', ['test/player/app/hanging.test.ts', 'test/player/library/fullDisk.test.ts'], {
        AT_LENGTH: '',
      }),
      unit('losses', ['test/player/library/scrub.test.ts'], { LOSSES: '200' }),
      unit('properties', ['shared/playout', 'shared/proof', 'player/ledger/deliver'], { AT_LENGTH: '1' }),
    ],
  }),
  /** Every format and fault of the tables, with ffmpeg and without; and the memory that the largest frames take. */
  formats: long({
    needs: ['ffmpeg'],
    covers: OF_THE_SERVER,
    runs: [server('formats', ['test/server/content/formats'])],
  }),
  /** A library of 10,000 media files through list, search and bulk changes, on both engines; the queue of 40,000 checks; people who decide at the same time. */
  media: long({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    runs: [
      server('media-embedded', ['test/server/content/library/manyFiles.test.ts'], { TEST_DATABASE_URL: '' }),
      server('media-postgres', ['test/server/content/library/manyFiles.test.ts']),
      server('checks-postgres', ['test/server/content/validation/manyChecks.test.ts']),
      server('at-once-postgres', [
        ...['submissions/decisionStorm', 'local/quarantinedPicture'].map(
          name => `test/server/content/${name}.long.test.ts`,
        ),
      ]),
    ],
  }),
  /** What 100 campaigns were said to bring, beside what a simulation of their screens brings; and how soon 1,000 screens and 100,000 drafts are answered about. */
  forecast: long({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    runs: [
      server('forecast', ['test/server/sales/forecast.long.test.ts']),
      server('many-screens', ['test/server/sales/manyScreens']),
    ],
  }),
  /** The pages of proof and analytics over a year: five million plays of 500 screens, and half a million on the embedded engine. */
  plays: {
    lane: 'soak',
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    runs: [
      server('plays-postgres', ['test/server/proof/manyPlays'], {
        ...{ MANY_PLAYS: '5000000', MANY_SCREENS: '500' },
      }),
      server('plays-embedded', ['test/server/proof/manyPlays'], { TEST_DATABASE_URL: '' }),
    ],
  },
  /** An alert to 2,000 screens that listen, a thousand alerts to one that plays. */
  alerts: long({
    needs: ['postgres', 'browser', 'build'],
    covers: OF_ALL,
    runs: [
      server('alerts-fleet', ['test/server/alerts/fanOut.test.ts']),
      stories('alerts-thousand', ['again'], ['thousand']),
    ],
  }),
  /** Forty files at fifty random moments each on the real stage, compared with what was measured of them. */
  pictures: long({
    needs: ['browser', 'ffmpeg', 'build'],
    covers: [
      'player/stage',
      'shared/proof',
      'server/content/validation',
      'test/e2e/proof',
      'test/e2e/support',
    ],
    runs: [stories('pictures', ['again'], ['pictures'])],
  }),
  /** A hundred versions of a playlist while it plays. */
  republish: inBrowser(OF_ALL, stories('republish', ['again'], ['republish'])),
  /** All the server's tests on the embedded engine. */
  engine: long({
    needs: ['ffmpeg'],
    covers: OF_THE_SERVER,
    runs: [server('engine', ['test/server'], { AT_LENGTH: '' })],
  }),
  /** PostgreSQL restarted, frozen, unreachable, its sessions ended: a minute each, then fifty times again. */
  outages: onPostgres(server('outages', ['test/server/db/outages.long.test.ts'], { OUTAGE_ROUNDS: '50' })),
  /** Three nodes on one PostgreSQL: killed ten times while they are written to, then each way the database goes away for a minute, and the store of objects. */
  nodes: long({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    runs: [
      server(
        'nodes',
        ['app/nodes', 'objectStore/sharedUploads'].map(name => `test/server/${name}.long.test.ts`),
        {
          ...{ NODES_FAULT_MS: '60000', NODES_KILLS: '10' },
        },
      ),
    ],
  }),
  /** Fifty SIGKILLs of servers with the embedded engine that are written to. */
  load: inBrowser(OF_ALL, stories('load', ['long'], ['underLoad.long'], { SERVER_KILLS: '50' })),
  /** Who may do what, asked in full on both engines. */
  access: long({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    runs: [
      server('access-embedded', ['test/server/access'], { TEST_DATABASE_URL: '' }),
      server('access-postgres', ['test/server/access']),
    ],
  }),
  /** Every harmful value in every place, and crash schedules with the server as it is. */
  values: long({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    runs: [
      server('values', [
        ...['attacks', 'app/crash.test.ts', 'identity/session/rotation.test.ts'].map(
          name => `test/server/${name}`,
        ),
      ]),
    ],
  }),
  /** What a call of somebody else takes beside a crowd: alone on the machine, since it is measured. */
  crowd: long({
    needs: ['postgres'],
    covers: ['http', 'transaction', 'db']
      .map(room => `server/${room}`)
      .concat('test/server/http', 'test/support/server/crowd'),
    runs: [server('crowd', ['test/server/http/crowd.long.test.ts'], { AT_LENGTH: '' })],
  }),
  'money-1': money(1),
  'money-2': money(2),
  /** A month of a fleet: what the database holds then, beside what docs/scale.md computes. */
  month: onPostgres(server('month', ['test/server/db/month.long.test.ts'])),
  /** Ten thousand rows of every kind through its list, its orders, its filters and its export; every field of every form, and every write. */
  rows: onPostgres(server('rows', ['test/server/resource', 'test/server/transaction/writes.test.ts'])),
  /** 200 simulated vehicles through the real server, two fifths of them out of reach, three campaigns that compete. */
  leases: soak({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    run: server('leases', ['test/server/sales/leases/fleet.long.test.ts']),
  }),
  /** What a call of 50,000 screens costs one node, and three; alone on the machine, since it is measured. */
  fleet: soak({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    run: server('fleet', ['test/server/fleet/link/fleetLoad.long.test.ts'], FIFTY_THOUSAND),
  }),
  /** 1,000 simulated screens, five partners with faults, three hours sold: every spot ends once, though the server is killed twenty times. */
  spots: soak({
    needs: ['postgres'],
    covers: OF_THE_SERVER,
    run: server('spots', ['test/server/programmatic/simulation'], {
      ...{ DEVICES: '1000', HOURS: '3', KILLS: '20' },
    }),
  }),
  'decisions-1': decisions(1),
  'decisions-2': decisions(2),
  'decisions-3': decisions(3),
  'decisions-4': decisions(4),
  'decisions-5': decisions(5),
  'holes-1': holes(1, 3),
  'holes-2': holes(2, 3),
  'holes-3': holes(3, 3),
  /** Every piece and every real page of the console; each page that fails, and each list after a change of tenant. */
  console: long({
    needs: ['browser', 'build'],
    covers: [...OF_ALL, 'test/console'],
    runs: [
      stories('console', ['console'], ['everyPage', 'look', 'gallery', 'pseudo']),
      components('each-page', ['app/lazyPage', 'tenantSwitch'], { AT_LENGTH: '1' }),
    ],
  }),
  /** Every definition of the console, held to what all are held to. */
  definitions: inBrowser(OF_ALL, stories('definitions', ['console'], ['resources'])),
  /** The screen killed, its link cut, its disk damaged: as often as `npm test` did it once. */
  cuts: long({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    runs: [
      stories('cuts', ['frames'], ['kills', 'ignition', 'tunnel'], {
        ...{ KILLS: '5', TUNNEL_PLAYS: '80', TUNNEL_KILLS: '5', IGNITIONS: '10' },
      }),
      stories(
        'faults',
        ['promises', 'long', 'again'],
        ['chunks.long', 'power', 'queueKills.long', 'tabs.long'],
        {
          ...{ CHUNK_LOSSES: '8', QUEUE_KILLS: '5' },
          ...{ REFRESH_TABS: '20', REFRESH_ROUNDS: '5' },
        },
      ),
    ],
  }),
  /** Three hundred thousand plays in the outbox, one by one, and all of them handed in. */
  outbox: long({
    needs: [],
    covers: OF_PLAYER,
    runs: [unit('outbox', ['test/player/ledger/bounds.test.ts'], { OUTBOX_RECORDS: '300000' })],
  }),
  /** Who comes in, and who administrates whom, page by page. */
  people: areas('people', ['identity', 'public'], ['server/trust/compliance']),
  /** Nodes and back-ups, the demo and e-mails; menus, language, consent and maps of the console. */
  shell: areas('shell', ['app', 'kit', 'queue', 'demo', 'mail'], ['sw']),
  /** Content, its approval and its places; fleet and proof. */
  work: areas('work', ['content', 'fleet', 'proof', 'reports', 'objectStore']),
  /** What a screen is set up with, and alerts to it. */
  screens: areas('screens', ['player', 'playout', 'alerts', 'faults'], OF_PLAYER),
  /** Backup, restore and the other commands, on the embedded engine. */
  commands: standing(inBrowser(['server/cli', 'server/db', 'test/e2e/server'], COMMANDS)),
  /** What is sold, signed, billed and paid, here and by partners; the desk. */
  trade: areas('trade', ['sales', 'programmatic', 'trust', 'business', 'owner']),
  /** Stories of the screen that prove again, by other ways, what shorter ones of `npm test` do; and what memory a giant takes. */
  'again-screen': again('again-screen', ['alerts', 'faults', 'player', 'playout', 'server'], {
    GIANT_STORED: '60000000',
  }),
  /** The same of the console, by the areas of its pages. */
  'again-people': again('again-people', ['app', 'identity', 'kit', 'public', 'queue']),
  'again-work': again('again-work', ['content', 'fleet', 'proof', 'reports']),
  'again-trade': again('again-trade', ['programmatic', 'sales', 'trust']),

  /** Thirty days without a network. */
  days: soak({
    needs: [],
    covers: OF_PLAYER,
    run: unit('days', ['test/player/app/days.test.ts', '-t', 'P1 '], { OFFLINE_HOURS: String(30 * 24) }),
  }),
  /** Ten thousand changes of the picture, half an hour of a browser. */
  items: soak({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    run: stories('items', ['pages'], ['months'], { ITEM_CHANGES: '10000' }),
  }),
  /** Five hundred SIGKILLs of the browser. */
  kills: soak({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    run: stories('kills', ['frames'], ['kills'], { KILLS: '50' }),
    rounds: 10,
  }),
  /** Two hundred plays through a tunnel. */
  tunnel: soak({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    run: stories('tunnel', ['frames'], ['tunnel'], { TUNNEL_PLAYS: '200' }),
  }),
  /** Two hundred stored chunks taken away while the loop plays. */
  chunks: soak({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    run: stories('chunks', ['long'], ['chunks.long'], { CHUNK_LOSSES: '100' }),
    rounds: 2,
  }),
  /** Thirteen damages to the disk, each after half a minute of plays that nobody has heard of. */
  corruption: soak({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    run: stories('corruption', ['again'], ['corruption'], { DAMAGES: '13', ALONE_MS: '30000' }),
    rounds: 3,
  }),
  /** The largest upload there may be, and a gigabyte straight in the store, played, sought and left by the worker. */
  giant: soak({
    needs: ['browser', 'build'],
    covers: OF_ALL,
    run: stories('giant', ['again'], ['giant'], { GIANT_STORED: '1000000000', GIANT_UPLOADED: '499800000' }),
  }),
};

export const partsOf = (lane: Part['lane']) => Object.keys(PARTS).filter(name => PARTS[name]?.lane === lane);
