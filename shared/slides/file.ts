/**
 * The file of a slide: `WSL1`, the length of its scene (4 bytes, big endian), the scene as JSON, then its pictures one
 * after the other. One file is one hash: it is approved, fetched, verified and counted whole.
 */
import type { Scene } from './scene.ts';

const MAGIC = 'WSL1';
const HEAD_BYTES = 8;
const IMAGE_MIME = 'image/webp';

interface Header {
  scene: Scene;
  /** Bytes of each picture. */
  sizes: readonly number[];
}

/** @param images WebP. */
export function packSlide(scene: Scene, images: readonly Uint8Array[]): Uint8Array {
  const header: Header = { scene, sizes: images.map(({ length }) => length) };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const all = new Uint8Array(HEAD_BYTES + json.length + header.sizes.reduce((sum, size) => sum + size, 0));
  all.set(new TextEncoder().encode(MAGIC));
  new DataView(all.buffer).setUint32(MAGIC.length, json.length);
  all.set(json, HEAD_BYTES);
  let at = HEAD_BYTES + json.length;
  for (const image of images) {
    all.set(image, at);
    at += image.length;
  }
  return all;
}

/** Fails where it is no slide. */
export async function openSlide(file: Blob): Promise<{ scene: Scene; images: Blob[] }> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  if (new TextDecoder().decode(head.slice(0, MAGIC.length)) !== MAGIC) throw new Error('This is no slide');
  let at = HEAD_BYTES + new DataView(head).getUint32(MAGIC.length);
  const { scene, sizes } = JSON.parse(await file.slice(HEAD_BYTES, at).text()) as Header;
  const images = sizes.map(size => file.slice(at, (at += size), IMAGE_MIME));
  return { scene, images };
}
