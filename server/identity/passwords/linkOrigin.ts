/** The origin of links in e-mails; never a host that the requester made up (host header injection). */
import type { AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../context/config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const ownHosts = () => [
  ...LOOPBACK,
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces()).flatMap(all =>
    (all ?? []).map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
];

/** PUBLIC_URL; without it the request's host name where it is one of this machine, else localhost; always this server's port. */
export function linkOrigin(config: Pick<Config, 'publicUrl' | 'port'>, request: FastifyRequest): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { protocol, host, server } = request;
  const name = host.toLowerCase().replace(/:\d+$/, '');
  /** Not of the connection, which may have ended by now. */
  const port = (server.addresses()[0] as AddressInfo | undefined)?.port ?? config.port;
  /** As browsers write it, which leave out the port where the protocol implies it. */
  return new URL(`${protocol}://${ownHosts().includes(name) ? name : 'localhost'}:${port}`).origin;
}
