import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguageByLocation, geocoderTemplate } from '../../app/language/language.ts';
import { LanguageSwitch } from '../../app/shell/LanguageSwitch.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Wordmark } from '../../app/shell/Wordmark.tsx';

/** Lanes of a loop as they run over the screens of a fleet: widths in parts of the lane, colour by chart number. */
const LANES = [
  [3, 1, 2, 2],
  [1, 2, 1, 3, 1],
  [2, 2, 3],
  [1, 1, 2, 1, 3],
  [4, 1, 2],
] as const;
const FILLS = ['#0b5d5b', '#2b333b', '#1f5fa8', '#4fc3bd', '#3d4650'] as const;
const LANE_H = 14;
const LANE_GAP = 26;
const WIDTH = 480;

function Lanes() {
  return (
    <svg viewBox={`0 0 ${WIDTH} 130`} aria-hidden="true" className="w-full" preserveAspectRatio="none">
      {LANES.map((parts, lane) => {
        const sum = parts.reduce((a, b) => a + b, 0);
        let x = 0;
        return parts.map((part, i) => {
          const from = x;
          x += (part / sum) * WIDTH;
          return (
            <rect
              key={`${lane}.${i}`}
              x={from}
              y={lane * LANE_GAP}
              width={x - from - 2}
              height={LANE_H}
              fill={FILLS[(lane + i * 2) % FILLS.length]}
            />
          );
        });
      })}
      <rect x="318" y="-8" width="4" height="146" className="fill-lamp" />
    </svg>
  );
}

/** Only where a geocoder is set up: the place is asked for when this is pressed, and not before. */
function LanguageByLocation() {
  const { t, i18n } = useTranslation();
  const [busy, setBusy] = useState(false);
  function choose() {
    setBusy(true);
    void chooseLanguageByLocation(i18n).finally(() => setBusy(false));
  }
  return (
    <Button variant="quiet" busy={busy} onClick={choose}>
      {t('frame.place')}
    </Button>
  );
}

/** The calm half with the wordmark, and the half that asks something. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(380px,5fr)_7fr] lg:grid-rows-1">
      <header className="night flex flex-col gap-3 border-b-4 border-lamp bg-bg px-6 py-5 text-ink lg:sticky lg:top-0 lg:h-dvh lg:gap-6 lg:border-r-4 lg:border-b-0 lg:px-12 lg:pt-10 lg:pb-[calc(40px+var(--bar,0px))]">
        <Wordmark className="text-20" />
        <div className="flex flex-1 flex-col justify-end gap-8">
          <p className="hidden max-w-[18ch] text-40 leading-[1.12] font-bold lg:block">{t('frame.claim')}</p>
          <p className="max-w-[44ch] text-16 text-ink-2">{t('frame.mission')}</p>
          <div className="hidden lg:block">
            <Lanes />
          </div>
        </div>
      </header>
      <main className="flex flex-col px-6 py-4 lg:px-12">
        <div className="flex flex-wrap justify-end">
          {geocoderTemplate() !== null && <LanguageByLocation />}
          <LanguageSwitch />
        </div>
        <div className="flex flex-1 flex-col pt-4 pb-12 lg:pt-[14vh]">
          <div className="mx-auto w-full max-w-[420px] lg:mx-0 lg:ml-[8%]">{children}</div>
        </div>
      </main>
    </div>
  );
}
