import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../app/session/auth.tsx';
import { PaletteHost } from '../app/palette/PaletteHost.tsx';
import { LanguageSwitch } from '../app/shell/LanguageSwitch.tsx';
import { chooseTheme, storedTheme, THEMES } from '../app/theme.ts';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { Segmented } from '../kit/ui/controls/Segmented.tsx';
import { Wordmark } from '../app/shell/Wordmark.tsx';
import { Charts } from './Charts.tsx';
import { Colours } from './Colours.tsx';
import { Controls } from './Controls.tsx';
import { Figures } from './Figures.tsx';
import { Inputs } from './Inputs.tsx';
import { Kinds } from './Kinds.tsx';
import { Lists } from './Lists.tsx';
import { Overlays } from './Overlays.tsx';
import { Feedback } from './Feedback.tsx';
import { Slides } from './slides/Slides.tsx';
import { Cards } from './slides/Cards.tsx';

/** Everything of console/ui, console/charts and console/palette at once, and a list: what eyes, axe and narrow windows look at. */
export function Gallery() {
  const { t } = useTranslation(['gallery', 'navigation']);
  const { at } = useSessionState();
  const [theme, setTheme] = useState(storedTheme);
  if (at !== 'authenticated') return null;
  return (
    <main className="mx-auto max-w-[1180px] px-4 py-6 sm:px-7">
      <header className="flex flex-wrap items-center gap-4">
        <Wordmark className="text-20" />
        <span className="flex-1" />
        <LanguageSwitch />
        <Segmented
          label={t('navigation:theme.title')}
          value={theme}
          options={THEMES.map(value => ({ value, label: t(`navigation:theme.${value}`) }))}
          onChange={value => {
            chooseTheme(value);
            setTheme(value);
          }}
        />
      </header>
      <PageTitle className="mt-8">{t('title')}</PageTitle>
      <p className="mt-2 max-w-[70ch] text-16 text-ink-2">{t('text')}</p>
      <Colours />
      <Controls />
      <Inputs />
      <Kinds />
      <Figures />
      <Lists />
      <Feedback />
      <Overlays />
      <Charts />
      <Slides />
      <Cards />
      <PaletteHost />
    </main>
  );
}
