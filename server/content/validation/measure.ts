/** What only ffmpeg can tell of a video: rate of frames, bits, flashes, loudness. One pass, at low priority. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { inputArguments } from '../media/ffmpeg.ts';
import { ffprobe } from '../media/formats/ffprobe.ts';
import type { Facts } from '../media/formats/probe.ts';
import type { Measured } from '../../db/schema.ts';
import { cellsOf, FRAME, greyOf, hexOf, LIGHTS_A_SECOND } from '../../../shared/proof/light.ts';
import { createFlashMeter } from './flash.ts';

export const UNMEASURED: Measured = { fps: null, flashes: null, loudness: null };

/** Frames are looked at at this rate: a flash of one frame in thirty is seen. */
const RATE = LIGHTS_A_SECOND;
const RGB = 3;
const FRAME_BYTES = FRAME.wide * FRAME.high * RGB;
/** Colours become those of a screen before pixels are added up any further: what no screen can show is cut off there, too. */
const IN_BETWEEN = '320:180';
/** From this height on browsers take the colours of a video that does not say for those of HD. */
const HD_PX = 720;
const LIMIT_MS = 10 * 60_000;
const MAX_LOG = 20_000;
/** What EBU R 128 gives for silence: nothing was heard. */
const SILENCE = -70;

/** `light`: shared/proof/light.ts. */
export interface Looked {
  measured: Measured;
  light: string;
}
/** @returns what could not be measured is null; fails where ffmpeg does. */
export async function measure(
  ffmpeg: string,
  { path, ...facts }: { path: string } & Pick<Facts, 'mime' | 'w' | 'h'>,
  signal: AbortSignal,
): Promise<Looked> {
  const { hasMatrix, h } = await ffprobe(path, facts.mime, ffmpeg);
  const colours = hasMatrix || h < HD_PX ? '' : 'setparams=colorspace=bt709,';
  const small = `scale=${IN_BETWEEN}:flags=area,format=rgb24,scale=${FRAME.wide}:${FRAME.high}:flags=area`;
  const input = inputArguments(path, facts).map((one, i, all) => (all[i - 1] === '-v' ? 'info' : one));
  const args = [
    ...['-hide_banner', '-nostats', ...input],
    ...['-map', '0:V:0', '-vf', `fps=${RATE},${colours}${small}`],
    ...['-f', 'rawvideo', 'pipe:1'],
    /** The video is copied along, since a file without sound would leave nothing to write. */
    ...[
      '-map',
      '0:V:0',
      '-map',
      '0:a:0?',
      '-c:v',
      'copy',
      '-af',
      'ebur128=framelog=verbose',
      '-f',
      'null',
      '-',
    ],
  ];
  return new Promise((done, fail) => {
    const child = spawn(ffmpeg, args, {
      ...{ stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS, killSignal: 'SIGKILL', signal },
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const meter = createFlashMeter(FRAME.wide * FRAME.high);
    let rest = Buffer.alloc(0);
    let frames = 0;
    const light: string[] = [];
    let log = '';
    child.stdout.on('data', (bytes: Buffer) => {
      let all = Buffer.concat([rest, bytes]);
      for (; all.length >= FRAME_BYTES; all = all.subarray(FRAME_BYTES)) {
        const grey = greyOf(all.subarray(0, FRAME_BYTES), RGB);
        light.push(hexOf(cellsOf(grey)));
        meter.add(grey, frames++ / RATE);
      }
      rest = Buffer.from(all);
    });
    child.stderr.on('data', (bytes: Buffer) => (log = (log + bytes.toString()).slice(-MAX_LOG)));
    child.once('error', fail);
    child.once('close', (code, killed) => {
      if (code !== 0) return fail(new Error(`ffmpeg ended with ${killed ?? code}: ${log.slice(-500)}`));
      const loudness = numberIn(log, /I:\s+(-?[\d.]+) LUFS/);
      const measured = {
        fps: numberIn(log, /Video:.*?, ([\d.]+) fps/),
        flashes: frames > 0 ? meter.flashes() : null,
        loudness: loudness === null || loudness <= SILENCE ? null : loudness,
      };
      done({ measured, light: light.join('') });
    });
  });
}

const numberIn = (log: string, pattern: RegExp) => {
  const [, found] = pattern.exec(log) ?? [];
  return found === undefined ? null : Number(found);
};
