import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { drawAlert, fitAlert, type AlertWords, type DrawnAlert } from '../../../shared/alerts/draw.ts';
import { LANGUAGES } from '../../../shared/constants.ts';
import type emergency from '../../../public/locales/en/emergency.json';
import { readBothLanguages } from '../bothLanguages.ts';

/** Drawn by what draws it on screens, in the size of its box. */
export default function ScreenAlert({ alert }: { alert: DrawnAlert }) {
  const box = useRef<HTMLDivElement>(null);
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
    const section = drawAlert(alert, words);
    /** Here it is a picture: nobody is to be alarmed by it. */
    section.removeAttribute('role');
    box.current.replaceChildren(section);
    fitAlert(section);
  }, [alert, texts]);
  return <div ref={box} className="alert-box relative size-full" />;
}
