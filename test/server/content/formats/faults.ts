/** Files that are refused: cut off, damaged, lying, or of another kind. */
import { gzipSync } from 'node:zlib';
import { fixture } from '../../../support/server/upload.ts';
import { alwaysOf, BROKEN, CONTAINER, INVALID, MARKUP, NO_VIDEO, refusals, UNREADABLE } from './format.ts';
import { cut, damaged, film, withUInt32 } from './make.ts';
import { animated, picture } from './pictures.ts';
import { plain, VP9, X264 } from './videos.ts';

const prores = () => film('mov', '-c:v prores_ks -c:a pcm_s16le -movflags faststart');
const bmp = () => film('bmp', '-frames:v 1', { isSilent: true });
const text = (lines: string) => () => Buffer.from(lines);
const WIDTH_OF_PNG = 16;
const WIDTH_OF_BMP = 18;

const ROWS = refusals([
  ['MP4 cut in its pictures', BROKEN, () => cut(plain())],
  ['MP4 cut before its index', UNREADABLE, () => cut(film('mp4', `${X264} -c:a aac`))],
  ['MP4 of noise', BROKEN, () => damaged(plain(), 0.15, 1)],
  ['QuickTime ProRes cut', BROKEN, () => cut(prores())],
  ['QuickTime ProRes damaged', BROKEN, () => damaged(prores())],
  ['Matroska cut', BROKEN, () => cut(film('mkv', `${X264} -c:a aac`))],
  ['WebM cut', BROKEN, () => cut(film('webm', `${VP9} -c:a libopus`))],
  ['AVI cut', BROKEN, () => cut(film('avi', '-c:v mpeg4 -c:a libmp3lame'))],
  ['MPEG cut', BROKEN, () => cut(film('mpg', '-c:v mpeg2video -c:a mp2'))],
  ['transport stream cut', BROKEN, () => cut(film('ts', '-c:v mpeg2video -c:a mp2'))],
  ['sound with a cover', NO_VIDEO, () => film('mp4', '-c:v mjpeg -frames:v 1 -disposition:v:0 attached_pic')],
  ['sound alone', NO_VIDEO, () => fixture('sound-only.mp4')],
  ['Windows Media', CONTAINER, () => film('wmv', '-c:v wmv2 -c:a wmav2')],
  ['Flash', CONTAINER, () => film('flv', '-c:v flv', { isSilent: true })],
  ['Ogg Theora', CONTAINER, () => film('ogv', '-c:v libtheora -c:a libvorbis')],
  ['PDF', CONTAINER, text('%PDF-1.7\n')],
  ['a list of addresses', UNREADABLE, text('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/x.ts\n')],
  ['a list of files', UNREADABLE, text("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['a video that is too long', INVALID, () => fixture('long.mp4')],
  ['a video that is too small', INVALID, () => film('mov', '-c:v prores_ks', { size: '8x8' })],
  ['JPEG cut', BROKEN, () => cut(fixture('picture.jpg'))],
  ['PNG cut', BROKEN, () => cut(fixture('picture.png'))],
  ['PNG damaged', BROKEN, () => damaged(fixture('picture.png'))],
  ['PNG that says it is huge', INVALID, () => withUInt32(fixture('picture.png'), WIDTH_OF_PNG, 50_000)],
  ['WebP cut', BROKEN, () => cut(fixture('picture.webp'))],
  ['AVIF cut', BROKEN, () => cut(fixture('picture.avif'))],
  ['GIF cut', BROKEN, async () => cut(await animated('gif'))],
  ['TIFF cut', BROKEN, async () => cut(await picture('tiff'))],
  ['BMP cut', BROKEN, () => cut(bmp())],
  ['BMP that says it is huge', BROKEN, () => withUInt32(bmp(), WIDTH_OF_BMP, 2_000_000, 'LE')],
  ['HEIC cut', BROKEN, () => cut(fixture('picture.heic'))],
  ['HEIC with a damaged index', BROKEN, () => damaged(fixture('picture.heic'), 0.01, 0.05)],
  ['HTML', MARKUP, text('<!doctype html><script>alert(1)</script>')],
  ['SVG', MARKUP, () => fixture('drawing.svg')],
  ['XML after a byte order mark', MARKUP, text('\ufeff  <?xml version="1.0"?><svg/>')],
  ['ZIP', MARKUP, () => fixture('archive.png')],
  ['gzip', MARKUP, () => gzipSync('page')],
  ['nothing', INVALID, () => Buffer.alloc(0)],
  ['noise', UNREADABLE, () => Buffer.alloc(4_096, 0xa7)],
]);
export const FAULTS = alwaysOf(ROWS, ['MP4 cut in its pictures', 'MP4 of noise', 'HEIC cut', 'ZIP']);
