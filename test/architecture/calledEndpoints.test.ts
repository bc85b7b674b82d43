import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { product, ROOT, type Source } from './sources.ts';

const POLICE = 'Agencies call it with a key of their own.';
const LOG =
  'Tools of a tenant read the log over the API; the pages list auctions and plays, with these inside.';
const TESTER = 'Tools of a partner call it; the page checks and builds in the browser, with the same code.';
const PUBLIC_PROOF = 'Whoever doubts a proof calls it; the page /verify checks in the browser.';
/** Endpoints that no code of ours calls by its contract, each with the reason. */
const UNCALLED: Readonly<Record<string, string>> = {
  policeCancel: POLICE,
  policeReach: POLICE,
  policeStatus: POLICE,
  policeUpdate: POLICE,
  listBids: LOG,
  listLeases: LOG,
  listNotices: LOG,
  readPlay: LOG,
  venueTaxonomy: 'Tools that make placements read it; the console has the words in its texts.',
  buildOpenrtb: TESTER,
  renderOpenrtbMacros: TESTER,
  simulateAuction: TESTER,
  validateOpenrtb: TESTER,
  listRoots: PUBLIC_PROOF,
  verifyPlays: PUBLIC_PROOF,
  readRecording: 'Whoever asked a screen for a recording reads it over the API.',
  revokeDeviceKey:
    'The contract names it; a screen has one key in service, and the pages end that by retiring or replacing the screen.',
  playerTime: 'The contract of players names it; ours reads the time from the head of every answer.',
  mediaChunks: 'The player calls it by the address of the file that its manifest names.',
  oauth: 'The whole browser goes there.',
  scanCode: 'A telephone goes there, by the picture on a screen.',
  version: 'The console reads it like a file, beside its client.',
};

const isEndpoint = (value: object): value is Endpoint =>
  'method' in value && 'path' in value && 'access' in value;
/** An endpoint, or a table or an entity that holds some. */
const holdsEndpoints = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isEndpoint(value) ||
    (depth < 3 && !('_zod' in value) && Object.values(value).some(one => holdsEndpoints(one, depth + 1))));

const imports = (source: Source, contract: string) =>
  source.imports.some(({ path, isType }) => path === contract && !isType);
/** The server mounts every endpoint: only what it hands to a client of its own is called. */
const calls = ({ path, text }: Source, name: string): boolean =>
  (path.startsWith('server/')
    ? new RegExp(`\\b(?:call|address)\\(\\s*(?:\\w+\\.)?${name}\\b`)
    : new RegExp(`\\b${name}\\b`)
  ).test(text);

describe('the contract', () => {
  it('holds no endpoint that nothing calls, save those with a reason', async () => {
    const isContract = (path: string) => path.startsWith('shared/contract/') && path.endsWith('.ts');
    const others = product.filter(({ path }) => !isContract(path));
    const uncalled: string[] = [];
    for (const { path } of product.filter(source => isContract(source.path))) {
      const module = (await import(/* @vite-ignore */ join(ROOT, path))) as Record<string, unknown>;
      for (const [name, value] of Object.entries(module))
        if (holdsEndpoints(value) && !others.some(source => imports(source, path) && calls(source, name)))
          uncalled.push(name);
    }
    expect(uncalled.sort()).toEqual(Object.keys(UNCALLED).sort());
  });
});
