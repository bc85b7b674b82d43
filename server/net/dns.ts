/** Records of domains that users name. */
import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 5_000;
const TRIES = 2;
/** The name exists and has none of this kind, or it does not exist. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

export interface Dns {
  /** Each record as one text; none where there is none. Rejects where no name server answered. */
  txt(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
}

async function orNothing<T>(work: Promise<T[]>): Promise<T[]> {
  try {
    return await work;
  } catch (error) {
    if (NOTHING.has((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
}

/** Asks the name servers of the system, and no hosts file: what counts is what everybody else is answered. */
export function openDns(): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return {
    txt: async name => (await orNothing(resolver.resolveTxt(name))).map(parts => parts.join('')),
    cname: name => orNothing(resolver.resolveCname(name)),
  };
}
