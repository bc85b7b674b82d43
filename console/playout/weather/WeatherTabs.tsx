import { PATHS } from '../../app/paths.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';
import { useText } from '../../kit/text/useText.ts';

/** Where the weather comes from, and what it changes in what plays, side by side. */
export function WeatherTabs() {
  const text = useText('weather');
  return (
    <PageTabs
      label={text('pages.label')}
      tabs={[
        { href: PATHS.weather, label: text('pages.source') },
        { href: PATHS.weatherRules, label: text('pages.rules') },
      ]}
    />
  );
}
