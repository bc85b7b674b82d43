/** A base map of one picture for the whole earth, as a PMTiles file of version 3. */
import { PNG } from 'pngjs';

const HEADER = 127;
const NONE = 1;
const PNG_TILES = 2;
const E7 = 1e7;

function tile(): Buffer {
  const picture = new PNG({ width: 256, height: 256 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([120, 160, 200, 255], at);
  return PNG.sync.write(picture);
}
const varint = (number: number): number[] =>
  number < 128 ? [number] : [(number & 127) | 128, ...varint(number >>> 7)];

export function pmtilesFile(metadata: { attribution: string }): Buffer {
  const [picture, said] = [tile(), Buffer.from(JSON.stringify(metadata))];
  /** One entry: how many, its number, how often in a row, its length, its offset and one. */
  const directory = Buffer.from([1, 0, 1, ...varint(picture.length), 1]);
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const [told, tiles] = [HEADER + directory.length, HEADER + directory.length + said.length];
  const places = [HEADER, directory.length, told, said.length, 0, 0, tiles, picture.length, 1, 1, 1];
  for (const [i, number] of places.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  header.set([1, NONE, NONE, PNG_TILES, 0, 0], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * E7, 102 + 4 * i);
  return Buffer.concat([header, directory, said, picture]);
}
