import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  drawAlert,
  fitAlert,
  type AlertWords,
  type DrawnAlert,
  type Fit,
} from '../../../shared/alerts/draw.ts';
import { LANGUAGES } from '../../../shared/constants.ts';
import type emergency from '../../../public/locales/en/emergency.json';
import { readBothLanguages } from '../bothLanguages.ts';

/** Slices of Noto Sans SC: a browser reads them only where the machine has no Chinese type of its own. */
const chineseFont = () => import('@fontsource-variable/noto-sans-sc/index.css');

interface ScreenAlertProps<S extends string> {
  alert: DrawnAlert;
  shape: S;
  /** Of the screen, px. */
  size: { width: number; height: number };
  note: (shape: S, fit: Fit) => void;
}
/** Drawn by what draws it on screens, in the size of the screen, and made as small as its box. */
export default function ScreenAlert<S extends string>({ alert, shape, size, note }: ScreenAlertProps<S>) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = size;
  const drawn = JSON.stringify(alert);
  const { data: texts } = useQuery({
    queryKey: ['alert-words'],
    queryFn: () => readBothLanguages<typeof emergency>('emergency'),
    staleTime: Infinity,
  });
  useEffect(() => {
    if (!texts || !box.current) return;
    const words = LANGUAGES.map((language): AlertWords => ({
      language,
      say: (label, { time = '' } = { time: '' }) => texts[language].screen[label].replace('{{time}}', time),
    }));
    const section = drawAlert(JSON.parse(drawn) as DrawnAlert, words);
    /** Here it is a picture: nobody is to be alarmed by it. */
    section.removeAttribute('role');
    box.current.replaceChildren(section);
    const measure = () => section.isConnected && note(shape, fitAlert(section));
    measure();
    /** Another type is wider or narrower. */
    void chineseFont().then(() => document.fonts?.ready.then(measure));
  }, [drawn, texts, shape, note]);
  useEffect(() => {
    const picture = box.current;
    const frame = picture?.parentElement;
    if (!picture || !frame) return;
    const scale = () => (picture.style.transform = `scale(${frame.clientWidth / width})`);
    const watch = new ResizeObserver(scale);
    watch.observe(frame);
    scale();
    return () => watch.disconnect();
  }, [width]);
  return <div ref={box} className="alert-box relative origin-top-left" style={{ width, height }} />;
}
