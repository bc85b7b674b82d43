/** A button that has to be held: what is let go of sooner has done nothing. */
import type { Clock } from '../../shared/clock.ts';

interface Hold {
  clock: Pick<Clock, 'after'>;
  ms: number;
  onHeld: () => void;
}

export function holdable(button: HTMLElement, { clock, ms, onHeld }: Hold): void {
  let cancel: (() => void) | null = null;
  const letGo = () => {
    cancel?.();
    cancel = null;
    delete button.dataset['held'];
  };
  const press = () => {
    if (cancel) return;
    button.dataset['held'] = '';
    cancel = clock.after(ms, () => {
      letGo();
      onHeld();
    });
  };
  const isPress = ({ key, repeat }: KeyboardEvent) => !repeat && (key === 'Enter' || key === ' ');
  button.addEventListener('pointerdown', ({ isPrimary }) => void (isPrimary && press()));
  button.addEventListener('keydown', event => void (isPress(event) && press()));
  for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur'])
    button.addEventListener(name, letGo);
}
