/** Two screens whose plays of some days a night has brought under signed roots. */
import { makeRoots } from '../../../../server/proof/verify/roots.ts';
import type { PlayProof } from '../../../../shared/contract/proof/proof.ts';
import type { PlayRecord } from '../../../../shared/contract/proof/play.ts';
import { manualClock } from '../../clock.ts';
import { makeScreen } from '../../device.ts';
import { call } from '../playlist.ts';
import { startTestServer } from '../server.ts';
import { addCreative } from '../upload.ts';

export const DAY_MS = 86_400_000;
const ITEM_MS = 10_000;
const BATCH = 4;

export async function startRooted(plays = 12) {
  const clock = manualClock(Date.UTC(2026, 10, 2, 9));
  const test = await startTestServer({ clock });
  const { id, asset } = await addCreative(test, test.admin);
  const creative = { id, sha256: asset.sha256 };
  const screens = [makeScreen(test), makeScreen(test)] as const;
  for (const screen of screens) await screen.pair(test.admin);
  const records: PlayRecord[][] = [];
  const ledgers = screens.map(screen => screen.ledger());
  for (const [n, screen] of screens.entries()) {
    const ofScreen: PlayRecord[] = [];
    for (let i = 0; i < plays; i++) ofScreen.push(await ledgers[n]!.play(creative));
    records.push(ofScreen);
    clock.jump(plays * ITEM_MS);
    for (let at = 0; at < ofScreen.length; at += BATCH) await screen.send(ofScreen.slice(at, at + BATCH));
  }
  /** The night after: an hour past midnight. */
  const night = async () => {
    clock.jump(DAY_MS);
    await makeRoots(test.server);
    await again();
  };
  let by = test.admin;
  const again = async () => void (by = await test.signIn('admin'));
  const get = (path: string) => call(test, by, 'GET', `/api/programmatic/plays${path}`);
  return {
    ...{ test, clock, creative, screens, records, ledgers, night, get },
    keys: test.server.keys.signers.map(({ key_id }) => key_id),
    bundle: async (query = '') => {
      const answer = await get(`/proofs${query}`);
      if (answer.statusCode !== 200) throw new Error(`no bundle: ${answer.body}`);
      return answer.body;
    },
    proof: async (play_id: string) => (await get(`/${play_id}/proof`)).json<PlayProof>(),
    close: () => test.close(),
  };
}
export type Rooted = Awaited<ReturnType<typeof startRooted>>;

export type Line = Record<string, unknown>;
export const linesOf = (bundle: string): Line[] =>
  bundle
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line);
export const textOf = (lines: readonly Line[]) => lines.map(line => JSON.stringify(line)).join('\n');
