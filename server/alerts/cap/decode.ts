/** Bytes of a document as text, by the byte order mark or the encoding that its declaration names. */
import { CapRefusal } from './refusal.ts';

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/;
const HEAD_BYTES = 400;
const UTF16_LE = Buffer.from([0xff, 0xfe]);
const UTF16_BE = Buffer.from([0xfe, 0xff]);

function encodingOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).equals(UTF16_LE)) return 'utf-16le';
  if (bytes.subarray(0, 2).equals(UTF16_BE)) return 'utf-16be';
  /** `<` in either order. */
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  const [, declared] =
    DECLARED.exec(
      bytes
        .subarray(0, HEAD_BYTES)
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, ''),
    ) ?? [];
  /** The declaration could be read byte by byte, so the encoding does not use two bytes per character. */
  if (declared === undefined || /^utf-?16|^ucs-?2|^iso-10646-ucs-2|^unicode/i.test(declared)) return 'utf-8';
  return declared;
}

export function decode(bytes: Buffer): { text: string; isDamaged: boolean } {
  const encoding = encodingOf(bytes);
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding);
  } catch (cause) {
    throw new CapRefusal('encoding', `The encoding ${encoding.slice(0, 40)} is not supported.`, { cause });
  }
  const text = decoder.decode(bytes);
  return { text, isDamaged: text.includes('\ufffd') };
}
