/** Texts from outside, cut to what is kept. Pure. */

/** Characters that no database takes: NUL, and halves of a pair. */
const UNKEPT = /[\0\p{Surrogate}]/gu;

/** At most so many UTF-16 units, and never half a character. */
export function cutText(text: string, max: number): string {
  const whole = text.slice(0, max + 1).replace(UNKEPT, '');
  return whole.length <= max ? whole : whole.slice(0, max).replace(UNKEPT, '');
}
