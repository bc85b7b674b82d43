/** A state to the eye: shape and colour; the word comes from the resource's texts. */
import { Mark, type Shape } from '../ui/display/Mark.tsx';
import type { Tone } from '../ui/display/Notice.tsx';
import { useText } from '../text/useText.ts';

export interface Sign {
  shape: Shape;
  tone: Tone;
}
export function SignMark({
  sign,
  value,
  resource,
}: {
  sign: Sign | undefined;
  value: string;
  resource: string;
}) {
  const text = useText(resource);
  return <Mark {...(sign ?? { shape: 'never', tone: 'neutral' })} word={text(`values.${value}`)} />;
}
