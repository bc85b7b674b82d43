import { useEffect, useRef } from 'react';
import clsx from 'clsx';
import type { Language } from '../../../shared/constants.ts';
import { systemClock, every } from '../../../shared/clock.ts';
import { drawScene } from '../../../shared/slides/draw.ts';
import type { Orientation, Scene } from '../../../shared/slides/scene.ts';

interface SlideViewProps {
  scene: Scene;
  /** Addresses of its pictures. */
  images: readonly string[];
  language: Language;
  orientation: Orientation;
  /** Empty beside its name: then it says nothing of its own. */
  label: string;
  className?: string;
  /** Told each time it is drawn: the fields whose text does not fit. */
  onDrawn?: (overflowing: readonly string[]) => void;
}
const TICK_MS = 1_000;
/** The longer side of a screen in pixels; a preview is such a screen made small, so that lines break where they will. */
const LONG_PX = 1_280;
const SHORT_PX = 720;

/** A slide as a screen draws it, by the same code. */
export function SlideView({
  scene,
  images,
  language,
  orientation,
  label,
  className,
  onDrawn,
}: SlideViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const isWide = orientation === 'landscape';
  const [w, h] = isWide ? [LONG_PX, SHORT_PX] : [SHORT_PX, LONG_PX];
  const addresses = images.join(' ');

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const drawn = drawScene(element, scene, { language, images: addresses.split(' ') });
    drawn.tick(systemClock.now());
    drawn.ready.catch(() => {});
    onDrawn?.(drawn.overflowing());
    const stop = drawn.isLive ? every(systemClock, TICK_MS, () => drawn.tick(systemClock.now())) : () => {};
    return () => {
      stop();
      element.replaceChildren();
    };
  }, [scene, addresses, language, orientation, onDrawn]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const resize = () => {
      if (stage.current) stage.current.style.transform = `scale(${element.clientWidth / w})`;
    };
    resize();
    const watch = new ResizeObserver(resize);
    watch.observe(element);
    return () => watch.disconnect();
  }, [w]);

  return (
    <div
      ref={frame}
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={clsx(
        'relative overflow-hidden bg-[#0e1114]',
        isWide ? 'aspect-video' : 'aspect-[9/16]',
        className,
      )}
    >
      <div
        ref={stage}
        aria-hidden="true"
        className="absolute top-0 left-0 origin-top-left"
        style={{ width: w, height: h }}
      />
    </div>
  );
}
