/** Pictures that are taken. */
import sharp from 'sharp';
import { fixture } from '../../../support/server/upload.ts';
import { alwaysOf, type Format } from './format.ts';
import { film } from './make.ts';

const W = 128;
const H = 72;
const base = () =>
  sharp({
    create: {
      width: W,
      height: H,
      channels: 3,
      background: '#2a6f97',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';
export const picture = (kind: Kind, options: object = {}) => base().toFormat(kind, options).toBuffer();
export async function animated(kind: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(Array.from({ length: 12 }, () => base().png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(kind)
    .toBuffer();
}

const jpeg = 'image/jpeg';
const tiff = 'image/tiff';
/** Screens play such files, and are given copies that hold the pixels alone. */
const PLAYED = [
  { name: 'JPEG', mime: jpeg, make: () => picture('jpeg') },
  { name: 'JPEG progressive', mime: jpeg, make: () => picture('jpeg', { progressive: true }) },
  { name: 'JPEG CMYK', mime: jpeg, make: () => base().toColourspace('cmyk').jpeg().toBuffer() },
  { name: 'JPEG turned', mime: jpeg, size: [180, 320], make: () => fixture('turned.jpg') },
  { name: 'PNG', mime: 'image/png', make: () => picture('png') },
  { name: 'PNG 16 bits', mime: 'image/png', make: () => base().toColourspace('rgb16').png().toBuffer() },
  { name: 'WebP', mime: 'image/webp', make: () => picture('webp') },
  { name: 'WebP that moves', mime: 'image/webp', make: () => animated('webp') },
  { name: 'AVIF', mime: 'image/avif', make: () => picture('avif') },
  { name: 'GIF that moves', mime: 'image/gif', make: () => animated('gif') },
].map(one => ({ ...one, why: 'encoded_anew', isSameWithout: true }) as Format);
const CONVERTED: Format[] = [
  { name: 'TIFF', mime: tiff, make: () => picture('tiff') },
  {
    name: 'TIFF LZW 16 bits',
    mime: tiff,
    make: () => base().toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(),
  },
  { name: 'TIFF CMYK', mime: tiff, make: () => base().toColourspace('cmyk').tiff().toBuffer() },
  { name: 'TIFF with alpha', mime: tiff, make: () => base().ensureAlpha(0.5).tiff().toBuffer() },
  { name: 'BMP', mime: 'image/bmp', make: () => film('bmp', '-frames:v 1', { isSilent: true }) },
  {
    name: 'BMP with alpha',
    mime: 'image/bmp',
    make: () => film('bmp', '-frames:v 1 -pix_fmt bgra', { isSilent: true }),
  },
  { name: 'HEIC', mime: 'image/heic', size: [320, 180], make: () => fixture('picture.heic') },
  { name: 'HEIC of tiles', mime: 'image/heic', size: [128, 128], make: () => fixture('tiles.heic') },
].map(one => ({ ...one, why: 'container', isSameWithout: one.mime !== 'image/bmp' }) as Format);

export const PICTURES = alwaysOf([...PLAYED, ...CONVERTED], ['HEIC of tiles', 'TIFF', 'BMP']);
