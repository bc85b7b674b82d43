/** How a state is drawn: shape and colour; the label comes from the resource's texts. */
import { Mark, type Shape } from '../ui/display/Mark.tsx';
import type { Tone } from '../ui/display/Notice.tsx';
import { useText } from '../text/useText.ts';

export interface StateBadge {
  shape: Shape;
  tone: Tone;
}
/** The word of a state where it depends on the day, `YYYY-MM-DD`. */
export type StateOn<R> = (row: R, today: string) => string;
export function StateMark({
  badge,
  value,
  resource,
}: {
  badge: StateBadge | undefined;
  value: string;
  resource: string;
}) {
  const text = useText(resource);
  return <Mark {...(badge ?? { shape: 'never', tone: 'neutral' })} label={text(`values.${value}`)} />;
}
