/** Makes a video of any size without ffmpeg: repeats a short one and pads its frames with filler units. */
import {
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

const FILLER_UNIT = 0x0c;
const FILLER = 0xff;
const STOP = 0x80;
const PREFIX_BYTES = 4;

/** One frame of H.264 with a filler unit behind it; each unit says its length first. */
function padded(frame: Uint8Array, bytes: number): Uint8Array {
  if (bytes <= PREFIX_BYTES + 2) return frame;
  const made = new Uint8Array(frame.length + bytes).fill(FILLER);
  made.set(frame);
  new DataView(made.buffer).setUint32(frame.length, bytes - PREFIX_BYTES);
  made[frame.length + PREFIX_BYTES] = FILLER_UNIT;
  made[made.length - 1] = STOP;
  return made;
}

export async function makeGiant(from: string, to: string, { bytes = 0, seconds = 1 }): Promise<void> {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`${from} has no picture`);
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  const length = await track.computeDuration();
  const rounds = Math.max(1, Math.round(seconds / length));
  const each = Math.floor(bytes / (rounds * packets.length));
  const source = new EncodedVideoPacketSource('avc');
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(to),
  });
  output.addVideoTrack(source);
  await output.start();
  for (let round = 0; round < rounds; round++)
    for (const { data, type, timestamp, duration } of packets) {
      const frame = padded(data, each - data.length);
      const packet = new EncodedPacket(frame, type, timestamp + round * length, duration);
      await source.add(packet, round === 0 && decoderConfig ? { decoderConfig } : undefined);
    }
  await output.finalize();
  input.dispose();
}
