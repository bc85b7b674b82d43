/** What somebody may do to a bundle, each with the fault that must be named. */
import { checkpointText } from '../../../shared/contract/proof/chain.ts';
import type { BundleLine, ProofFault } from '../../../shared/contract/proof/proof.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { makeKey, rehash, signText } from '../device.ts';

type PlayLine = Extract<BundleLine, { kind: 'play' }>;
type CheckpointLine = Extract<BundleLine, { kind: 'checkpoint' }>;

const isPlay = (line: BundleLine): line is PlayLine => line.kind === 'play';
const recordOf = (line: PlayLine) => line.record as PlayRecord & Record<string, unknown>;

/** Changes the play with this number of the first screen; null takes it out. */
async function changed(
  lines: readonly BundleLine[],
  seq: number,
  change: (line: PlayLine) => Promise<BundleLine[]> | BundleLine[],
): Promise<BundleLine[]> {
  const at = lines.findIndex(line => isPlay(line) && line.record['seq'] === seq);
  const line = lines[at];
  if (!line || !isPlay(line)) throw new Error(`no play ${seq}`);
  return [...lines.slice(0, at), ...(await change(line)), ...lines.slice(at + 1)];
}

interface Attack {
  name: string;
  code: ProofFault['code'];
  seq?: number;
  tamper: (lines: readonly BundleLine[]) => Promise<BundleLine[]> | BundleLine[];
}
export const ATTACKS: readonly Attack[] = [
  {
    ...{ name: 'one flipped byte', code: 'record', seq: 5 },
    tamper: lines =>
      changed(lines, 5, line => [
        { ...line, record: { ...line.record, volume: Number(line.record['volume']) ^ 1 } },
      ]),
  },
  {
    ...{ name: 'one removed play', code: 'missing', seq: 6 },
    tamper: lines => changed(lines, 6, () => []),
  },
  {
    /** With a hash of its own, under a number that the head of the file does not name. */
    ...{ name: 'one play put in', code: 'extra', seq: 99 },
    tamper: lines =>
      changed(lines, 8, async line => {
        const other = await rehash({ ...recordOf(line), seq: 99 });
        return [line, { ...line, record: other }];
      }),
  },
  {
    ...{ name: 'one replayed batch', code: 'duplicate', seq: 2 },
    tamper: lines => {
      const batch = lines.filter(isPlay).slice(0, 4).slice(1);
      return changed(lines, 4, line => [line, ...batch]);
    },
  },
  {
    ...{ name: 'one cloned profile', code: 'fork', seq: 7 },
    tamper: lines =>
      changed(lines, 7, async line => {
        const other = await rehash({ ...recordOf(line), volume: 3 });
        return [line, { ...line, record: other }];
      }),
  },
  {
    ...{ name: 'one re-signed head', code: 'checkpoint', seq: 10 },
    tamper: lines => {
      const thief = makeKey();
      const at = lines.findIndex(line => line.kind === 'checkpoint' && line.checkpoint.seq === 10);
      const { checkpoint } = lines[at] as CheckpointLine;
      const { device_id, epoch, seq, hash } = checkpoint;
      const sig = signText(thief.privateKey, checkpointText(device_id, epoch, seq, hash));
      return lines.with(at, { kind: 'checkpoint', checkpoint: { ...checkpoint, sig } });
    },
  },
  {
    /** With a new hash, as its own screen would have written it. */
    ...{ name: 'one moved clock', code: 'clock', seq: 9 },
    tamper: lines =>
      changed(lines, 9, async line => {
        const record = recordOf(line);
        return [
          {
            ...line,
            record: await rehash({ ...record, started_wall_ms: record.started_wall_ms - 3_600_000 }),
          },
        ];
      }),
  },
];
