/** The server process: opens the database, runs first-time setup, listens, prints its addresses and stops gracefully. */
import { startAlertFeeds } from '../alerts/feeds/readAlertFeed.ts';
import { writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { systemClock } from '../../shared/clock.ts';
import type { Config } from '../context/config.ts';
import type { Server } from '../context/server.ts';
import { startDueContent } from '../content/local/dueContent.ts';
import { reissueContent } from '../content/playlists/reissue.ts';
import { startFeeds } from '../content/feeds/poller.ts';
import { startWeather } from '../playout/weather/poller.ts';
import { startRollUps } from '../proof/analytics/rollUp.ts';
import { startComparing } from '../proof/pictures/compare.ts';
import { startNotices } from '../programmatic/notices/worker.ts';
import { startPlanner } from '../programmatic/planner/plan.ts';
import { startMigrations } from '../trust/migration/worker.ts';
import { startReports } from '../reports/runs/worker.ts';
import { startBudgets } from '../sales/budgets/watch.ts';
import { startCampaigns } from '../sales/campaigns/advance.ts';
import { startProcessing } from '../content/media/processor.ts';
import { startChecking } from '../content/validation/checker.ts';
import { startJobs } from '../jobs/worker.ts';
import { JOB_HANDLERS } from './jobs.ts';
import { seedDemo } from '../demo/seed.ts';
import { startVehicles } from '../demo/vehicles/start.ts';
import { playFolder } from '../demo/folder.ts';
import { buildApp } from './app.ts';
import { listenForBackups } from './backups.ts';
import { firstRun, type FirstAdmin } from '../identity/firstRun.ts';
import { registerBuild } from '../fleet/builds/builds.ts';
import { warmUp } from './warmUp.ts';
import { openServer } from './open.ts';
import { startFailure } from './startFailure.ts';
import { openTraces } from './traces.ts';

const STOP_WITHIN_MS = 10_000;
const DEMO_DAYS = 30;

/** Beside the hourly work, and what its log says where a run of it failed. */
const PERIODIC = [
  [startFeeds, 'a feed was not kept'],
  [startAlertFeeds, 'alerts of a feed were not kept'],
  [startWeather, 'the weather was not kept'],
  [startCampaigns, 'a campaign was not given to screens'],
  [startBudgets, 'a budget was not looked at'],
  [
    (server: Server, onFault: (error: unknown) => void) => startDueContent(server, reissueContent, onFault),
    'local content was not given to screens',
  ],
  [startRollUps, 'plays were not rolled up'],
  [startComparing, 'pictures of plays were not compared'],
  [startPlanner, 'an auction was not held'],
] as const;

/** Before anything is set up, so that the one-time password is not made for a server that cannot listen. */
async function requireFreePort({ port, host }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', fail);
    probe.listen({ port, host }, done);
  });
  await new Promise(done => probe.close(done));
}

export async function serve(config: Config): Promise<void> {
  try {
    await requireFreePort(config);
    await start(config);
  } catch (error) {
    throw startFailure(error, config);
  }
}

async function start(config: Config): Promise<void> {
  const { server, network, database } = await openServer(config);
  let admin: FirstAdmin | null = null;
  try {
    admin = await firstRun(server);
    const mayEnd = tellPasswordAtEnd(admin);
    await registerBuild(server);
    if (admin && config.demo !== 'off') await seedDemo(server, network, DEMO_DAYS);
    if (config.play) await playFolder(server, network, config.play);
    await warmUp(server);
    const endTraces = config.tracesUrl === null ? null : await openTraces(config.tracesUrl);
    const app = await buildApp(server, network);
    /** Each vehicle drives once, however many nodes there are. */
    const isDriven = config.demo === 'on' && (await server.leads());
    const stopVehicles = isDriven ? startVehicles(app, server) : () => Promise.resolve();
    const endProcessing = startProcessing(server, (err: unknown) =>
      app.log.error({ err }, 'a video was not made smaller'),
    );
    const endChecking = startChecking(server, (err: unknown) =>
      app.log.error({ err }, 'a creative was not checked'),
    );
    const stops = PERIODIC.map(([begin, what]) =>
      begin(server, (err: unknown) => app.log.error({ err }, what)),
    );
    const endReports = startReports(server, (err: unknown) =>
      app.log.error({ err }, 'a report was not made'),
    );
    const endNotices = startNotices(server, (err: unknown) =>
      app.log.error({ err }, 'a notice to a partner was not settled'),
    );
    const endMigrations = startMigrations(server, (err: unknown) =>
      app.log.error({ err }, 'a line was not brought over'),
    );
    const endJobs = startJobs(server, JOB_HANDLERS, {
      /** Without the error: its text may hold what an e-mail holds. */
      failed: about => app.log.warn(about, 'a job failed'),
      stuck: err => app.log.error({ err }, 'jobs could not be read'),
    });
    const endBackups = await listenForBackups(config.dataDir, database.pause, (err: unknown) =>
      app.log.error({ err }, 'no backup can be made while the server runs'),
    );
    const stop = (signal: string) => {
      app.log.info(`${signal}: finishing what is in flight`);
      systemClock.after(STOP_WITHIN_MS, () => process.exit(1));
      for (const end of stops) end();
      endBackups();
      void stopVehicles()
        .then(() => app.close())
        .then(endProcessing)
        .then(endChecking)
        .then(endReports)
        .then(endNotices)
        .then(endMigrations)
        .then(endJobs)
        .then(() => endTraces?.())
        .then(() => server.close())
        .then(
          () => process.exit(0),
          (err: unknown) => {
            app.log.error({ err }, 'not everything was finished');
            process.exit(1);
          },
        );
    };
    mayEnd();
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    await app.listen({ port: config.port, host: config.host });
    announce(config, admin, app.addresses());
  } catch (error) {
    /** It is told once: whoever starts again would not get it. */
    if (admin) process.stdout.write(`\n${signInLines(admin).join('\n')}\n`);
    await server.close();
    throw error;
  }
}

const signInLines = ({ email, password }: FirstAdmin) =>
  password === null
    ? []
    : [
        `  Sign in once as ${email} with the password ${password}`,
        '  (good for 24 hours; it asks for one of your own).',
      ];

const EXIT_SIGNAL = 128;
/** A first start that is ended before it serves: whoever starts again would not get the password. Returns what takes that back. */
function tellPasswordAtEnd(admin: FirstAdmin | null): () => void {
  if (!admin?.password) return () => {};
  const lines = [
    '',
    ...signInLines(admin),
    '',
    '  The demo may not be whole: start in an empty folder to have it.',
  ];
  const end = (_signal: string, number: number) => {
    writeSync(process.stdout.fd, `${lines.join('\n')}\n`);
    process.exit(EXIT_SIGNAL + number);
  };
  process.once('SIGTERM', end).once('SIGINT', end);
  return () => void process.off('SIGTERM', end).off('SIGINT', end);
}

/** Writes to stdout instead of the log, because the one-time password must not be logged. */
function announce(config: Config, admin: FirstAdmin | null, addresses: { port: number }[] | unknown[]): void {
  const first = addresses[0] as { port?: number } | undefined;
  const scheme = config.tls ? 'https' : 'http';
  const origin = config.publicUrl ?? `${scheme}://${config.host}:${first?.port ?? config.port}`;
  const lines = [
    '',
    `Wayside is ready.`,
    `  Screen   ${origin}/player`,
    `  Console  ${origin}/admin`,
    `  API      ${origin}/docs`,
  ];
  if (admin?.password) lines.push('', ...signInLines(admin));
  if (admin && config.demo !== 'off')
    lines.push('', '  The console also offers demo roles on this machine, without a password.');
  lines.push('', '  Open the screen first, then the console, and pair the code it shows.', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}
