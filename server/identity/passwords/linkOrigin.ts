/** Where a link in a letter leads: never to a host that whoever asked for it made up. */
import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../context/config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const own = () => [
  ...LOOPBACK,
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces()).flatMap(all =>
    (all ?? []).map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
];

/** PUBLIC_URL; without it the host of the request where it is this machine's own, else this machine by itself. */
export function linkOrigin(config: Pick<Config, 'publicUrl' | 'port'>, request: FastifyRequest): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { protocol, host } = request;
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return own().includes(name) ? `${protocol}://${host}` : `${protocol}://localhost:${config.port}`;
}
