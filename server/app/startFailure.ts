/** Why a start failed, in one sentence that names the cause and the way out. Pure. */
import { ConfigError, type Config } from '../context/config.ts';
import { rootCauseOf } from '../http/failures.ts';

type Known = (config: Pick<Config, 'port' | 'host' | 'dataDir'>) => string;
const isFull: Known = ({ dataDir }) =>
  `The disk of the data directory ${dataDir} is full. Make room on it, or name a folder on another disk with --data.`;
const isReadOnly: Known = ({ dataDir }) =>
  `The data directory ${dataDir} cannot be made or written by this user. Change its owner or its mount, or name another folder with --data.`;
const isNoFolder: Known = ({ dataDir }) =>
  `The data directory ${dataDir} is a file, or lies below one. Name a folder with --data.`;
const noAddress: Known = ({ host }) => `--host / HOST: this machine has no address "${host}".`;

const OF_LISTENING: Record<string, Known> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program. Stop it, or choose another with --port.`,
  EACCES: ({ port }) => `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};
const OF_THE_DISK: Record<string, Known> = {
  ENOSPC: isFull,
  EDQUOT: isFull,
  /** PostgreSQL's own for a full disk. */
  53100: isFull,
  EROFS: isReadOnly,
  /** Node's for a folder that cannot be made in a read-only one. */
  ENOENT: isReadOnly,
  EACCES: isReadOnly,
  EPERM: isReadOnly,
  EEXIST: isNoFolder,
  ENOTDIR: isNoFolder,
};

export function startFailure(error: unknown, config: Pick<Config, 'port' | 'host' | 'dataDir'>): ConfigError {
  if (error instanceof ConfigError) return error;
  const root = rootCauseOf(error instanceof Error ? error : new Error(String(error)));
  const { code = '', syscall } = root as NodeJS.ErrnoException;
  const isOfListening = syscall === 'listen' || syscall === 'getaddrinfo';
  const known = (isOfListening ? OF_LISTENING : OF_THE_DISK)[code];
  const text =
    known?.(config) ??
    `The server could not start (${root.message}). If it goes on after another try, restore a backup of ${config.dataDir}; see docs/run.md.`;
  return new ConfigError(text, { cause: error });
}
