import { expect, it } from 'vitest';
import { ACCEPTED, refusalOf } from '../../../console/content/upload/refusal.ts';
import { SOURCE_MIMES } from '../../../shared/contract/content/media.ts';

it.each([
  ['a video of a phone', 'a.mov', 'video/quicktime', null],
  ['a photograph of a phone whose type is left open', 'a.HEIC', '', null],
  ['a type by another name', 'a.avi', 'video/avi', null],
  ['a page with the ending of a video', 'a.mp4', 'text/html', 'html'],
  ['a picture that nobody takes', 'a.psd', 'image/vnd.adobe.photoshop', 'type'],
])('before a byte is sent, %s is judged by type and ending', (_what, name, type, why) => {
  expect(refusalOf({ name, type, size: 9 })?.why ?? null).toBe(why);
});

it('a field for files offers every type that is taken, and the endings browsers have no type for', () => {
  expect(ACCEPTED.split(',')).toEqual(expect.arrayContaining([...SOURCE_MIMES, '.mkv', '.heic']));
});
