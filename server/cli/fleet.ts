/** `npm run fleet -- --vehicles 20 [--server URL] [--email ADDRESS] [--keys FILE]`: simulated screens on a running server. */
import { ALERTS_VERSION_HEADER } from '../../shared/contract/alerts/alertSignals.ts';
import { parseArgs } from 'node:util';
import { systemClock } from '../../shared/clock.ts';
import { playerBuildIn } from '../../shared/contract/fleet/playerBuild.ts';
import { randomUnit } from '../../shared/random.ts';
import type { Identity, Reply, Sent } from '../demo/vehicles/client.ts';
import { readIdentities, saveIdentities } from '../demo/vehicles/identities.ts';
import { pairVehicle, signIn } from '../demo/vehicles/pair.ts';
import { startVehicle, type VehiclePorts } from '../demo/vehicles/vehicle.ts';

const USAGE =
  'Usage: npm run fleet -- --vehicles N [--server URL] [--email ADDRESS] [--keys FILE]\n' +
  'The password of --email stands in WAYSIDE_PASSWORD; without --email the demo admin of this machine pairs them.';
const EXIT_USAGE = 64;
const MAX_VEHICLES = 5_000;
const TIMEOUT_MS = 15_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Options {
  count: number;
  origin: string;
  email: string | undefined;
  keysFile: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      vehicles: { type: 'string', default: '6' },
      server: { type: 'string', default: 'http://localhost:8080' },
      email: { type: 'string' },
      keys: { type: 'string', default: 'fleet-keys.json' },
    },
  });
  const count = Number(values.vehicles);
  if (!Number.isInteger(count) || count < 1 || count > MAX_VEHICLES)
    throw new Error(`--vehicles must be a whole number from 1 to ${MAX_VEHICLES}.`);
  return { count, origin: new URL(values.server).origin, email: values.email, keysFile: values.keys };
}

async function identitiesFor({ count, email, keysFile }: Options, ports: VehiclePorts): Promise<Identity[]> {
  const identities = readIdentities(keysFile).slice(0, count);
  if (identities.length === count) return identities;
  const password = process.env['WAYSIDE_PASSWORD'] ?? '';
  const headers = await signIn(ports, email === undefined ? null : { email, password });
  while (identities.length < count) {
    const name = `Simulated ${String(identities.length + 1).padStart(4, '0')}`;
    identities.push(await pairVehicle(ports, { name, headers, app_version: ports.app_version }));
    saveIdentities(keysFile, identities);
  }
  return identities;
}

async function drive(options: Options): Promise<void> {
  const { origin, count } = options;
  async function send({ method, target, headers, body }: Sent): Promise<Reply> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${origin}${target}`, { method, headers, signal, ...(body ? { body } : {}) });
    const alertsVersion = answer.headers.get(ALERTS_VERSION_HEADER);
    return { status: answer.status, text: await answer.text(), alertsVersion };
  }
  const { text: page } = await send({ method: 'GET', target: '/player', headers: {} });
  const app_version = playerBuildIn(page);
  const warn = (error: unknown) => print((error as Error).message);
  const ports = { send, origin, clock: systemClock, random: randomUnit, app_version, warn };
  const stops = (await identitiesFor(options, ports)).map(identity => startVehicle(identity, ports));
  print(`${count} simulated screens drive against ${origin}. Ctrl+C stops them.`);
  process.once('SIGINT', () => {
    void Promise.all(stops.map(stop => stop())).finally(() => process.exit(0));
  });
}

try {
  await drive(readOptions());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
  process.exit(EXIT_USAGE);
}
