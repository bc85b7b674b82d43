import { useQuery } from '@tanstack/react-query';
import {
  Ban,
  Baby,
  CloudLightning,
  DoorOpen,
  Flame,
  Fuel,
  HousePlug,
  Shield,
  Waves,
  Activity,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { EVENT_NAMES, loadTemplateTexts, type EventName } from './templates.ts';
import { hasTexts, templateValues, type TypedValues } from './values.ts';

const ICONS: Record<EventName, LucideIcon> = {
  fire: Flame,
  flood: Waves,
  severe_weather: CloudLightning,
  earthquake: Activity,
  gas_leak: Fuel,
  evacuation: DoorOpen,
  missing_child: Baby,
  police_operation: Shield,
  road_closed: Ban,
  power_outage: HousePlug,
};
interface TemplatePickerProps {
  values: TypedValues;
  /** Puts values into the form. */
  fill: (values: TypedValues) => void;
}

/** One press fills in the texts in both languages and how grave it is; another takes them back where texts were typed. */
export function TemplatePicker({ values, fill }: TemplatePickerProps) {
  const text = useText('alerts');
  const eventText = useText('alertTemplates');
  const [replaced, setReplaced] = useState<TypedValues | null>(null);
  const answer = useQuery({ queryKey: ['alert-templates'], queryFn: loadTemplateTexts, staleTime: Infinity });
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton rows={2} />;
  const { en, zh } = answer.data;
  function choose(name: EventName) {
    const next = templateValues(name, { en: en[name], zh: zh[name] });
    const before = Object.fromEntries(Object.keys(next).map(key => [key, values[key]]));
    setReplaced(hasTexts(values) ? before : null);
    fill(next);
  }
  function undo(before: TypedValues) {
    setReplaced(null);
    fill({ ...before });
  }
  return (
    <section aria-label={text('templates.title')} className="mb-8">
      <h2 className="mb-3 text-16">{text('templates.title')}</h2>
      <div className="grid max-w-[1100px] grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
        {EVENT_NAMES.map(name => {
          const Icon = ICONS[name];
          return (
            <Button
              key={name}
              variant="outline"
              aria-pressed={values['event'] === en[name].event}
              className="justify-start! px-3! text-left aria-pressed:border-primary aria-pressed:shadow-[inset_0_-3px_0_var(--lamp)]"
              icon={<Icon size={20} aria-hidden className="shrink-0" />}
              onClick={() => choose(name)}
            >
              {eventText(`${name}.event`)}
            </Button>
          );
        })}
      </div>
      <div role="status" className="mt-3 max-w-[1100px]">
        {replaced && (
          <Notice tone="info" title={text('templates.replaced')}>
            <Button variant="outline" className="mt-2" onClick={() => undo(replaced)}>
              {text('templates.undo')}
            </Button>
          </Notice>
        )}
      </div>
    </section>
  );
}
