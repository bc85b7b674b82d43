/** A button that has to be held: what is let go of sooner has done nothing. */
import type { Clock } from '../../shared/clock.ts';

interface LongPress {
  clock: Pick<Clock, 'after'>;
  ms: number;
  onHeld: () => void;
}

export function onLongPress(button: HTMLElement, { clock, ms, onHeld }: LongPress): void {
  let cancel: (() => void) | null = null;
  const release = () => {
    cancel?.();
    cancel = null;
    delete button.dataset['held'];
  };
  const press = () => {
    if (cancel) return;
    button.dataset['held'] = '';
    cancel = clock.after(ms, () => {
      release();
      onHeld();
    });
  };
  const isPress = ({ key, repeat }: KeyboardEvent) => !repeat && (key === 'Enter' || key === ' ');
  button.addEventListener('pointerdown', ({ isPrimary }) => void (isPrimary && press()));
  button.addEventListener('keydown', event => void (isPress(event) && press()));
  for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur'])
    button.addEventListener(name, release);
}
