/** The server process: opens the database, runs first-time setup, listens, prints its addresses and stops gracefully. */
import { systemClock } from '../../shared/clock.ts';
import { ConfigError, type Config } from '../context/config.ts';
import { startProcessing } from '../content/media/processor.ts';
import { seedDemo } from '../demo/seed.ts';
import { playFolder } from '../demo/folder.ts';
import { buildApp } from './app.ts';
import { firstRun, type FirstAdmin } from '../identity/firstRun.ts';
import { registerBuild } from '../fleet/builds/builds.ts';
import { warmUp } from './warmUp.ts';
import { openServer } from './open.ts';

const STOP_WITHIN_MS = 10_000;

export async function serve(config: Config): Promise<void> {
  const { server, network } = await openServer(config);
  try {
    const admin = await firstRun(server);
    await registerBuild(server);
    if (admin && config.demo) await seedDemo(server);
    if (config.play) await playFolder(server, network, config.play);
    await warmUp(server);
    const app = await buildApp(server, network);
    const endProcessing = startProcessing(server, (err: unknown) =>
      app.log.error({ err }, 'a video was not made smaller'),
    );
    const stop = (signal: string) => {
      app.log.info(`${signal}: finishing what is in flight`);
      systemClock.after(STOP_WITHIN_MS, () => process.exit(1));
      void app
        .close()
        .then(endProcessing)
        .then(() => server.close())
        .then(() => process.exit(0));
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    await app.listen({ port: config.port, host: config.host });
    announce(config, admin, app.addresses());
  } catch (error) {
    await server.close();
    throw readable(error, config);
  }
}

function readable(error: unknown, config: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${config.port} is taken by another program. Stop it, or choose another with --port.`,
    );
  if (code === 'EACCES')
    return new ConfigError(
      `Port ${config.port} may not be opened by this user. Choose one above 1023 with --port.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`--host / HOST: this machine has no address "${config.host}".`);
  return error;
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
  if (admin?.password)
    lines.push(
      '',
      `  Sign in once as ${admin.email} with the password ${admin.password}`,
      '  (good for 24 hours; it asks for one of your own).',
    );
  if (admin && config.demo && config.databaseUrl === null)
    lines.push('', '  The console also offers demo roles on this machine, without a password.');
  lines.push('', '  Open the screen first, then the console, and pair the code it shows.', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}
