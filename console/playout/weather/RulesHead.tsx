import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useHasWeather } from './useWeather.ts';
import { useText } from '../../kit/text/useText.ts';
import { WeatherTabs } from './WeatherTabs.tsx';

/** A rule says nothing while screens are told no weather. */
export function RulesHead() {
  const text = useText('weatherRules');
  const isOff = useHasWeather() === false;
  return (
    <>
      <WeatherTabs />
      {isOff && (
        <div className="mb-4 max-w-[640px]">
          <Notice tone="warn">{text('off')}</Notice>
        </div>
      )}
    </>
  );
}
