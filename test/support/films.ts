/** Makes videos with ffmpeg that are larger than the fixtures. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg } from '../tools/machine.ts';

/** Coloured noise: a few megabytes in few frames, which compress well. */
export function makeFilm(folder: string, { size = '1280x720', seconds = 0.4 } = {}): Buffer {
  const file = join(folder, `film-${size}-${seconds}.mp4`);
  const source = `testsrc2=size=${size}:rate=10:duration=${seconds}`;
  execFileSync(ffmpeg(), [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', source],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-vf', 'noise=alls=30:allf=t'],
    ...['-c:a', 'aac', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '14', '-pix_fmt', 'yuv420p', file],
  ]);
  return readFileSync(file);
}
