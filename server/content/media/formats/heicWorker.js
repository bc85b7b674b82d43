/** Decodes one HEIC file, tiles and all, in a thread of its own, since the program cannot be stopped in between. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import libheif from 'libheif-js/wasm-bundle.js';

const CHANNELS = 4;
const { path, maxSide } = /** @type {{ path: string, maxSide: number }} */ (workerData);
const images = new libheif.HeifDecoder().decode(readFileSync(path));
const image = images.find(one => one.is_primary()) ?? images[0];
if (!image) throw new Error('no picture in it');
const [width, height] = [image.get_width(), image.get_height()];
/** Its size is judged before its pixels are made. */
if (Math.max(width, height) > maxSide) parentPort?.postMessage({ width, height, data: null });
else {
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  image.display({ data, width, height }, shown => {
    if (!shown) throw new Error('it cannot be decoded');
    parentPort?.postMessage({ width, height, data }, [data.buffer]);
  });
}
