/** Back from the letters that an authenticator app reads. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map(letter => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => parseInt(byte, 2));
}
