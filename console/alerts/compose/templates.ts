/** The ten events that alerts are most often about, and how grave each is as a rule; their texts are `alertTemplates:<event>`. */
import { getI18n } from 'react-i18next';
import type { BackendModule } from 'i18next';
import type {
  Category,
  Certainty,
  ResponseType,
  Severity,
  Urgency,
} from '../../../shared/contract/alerts/cap.ts';
import type { LANGUAGES } from '../../../shared/constants.ts';

interface EventTemplate {
  category: readonly Category[];
  urgency: Urgency;
  severity: Severity;
  certainty: Certainty;
  response_types: readonly ResponseType[];
}
/** None of them is of priority 0: that takes two people, so somebody raises it on purpose. */
export const EVENT_TEMPLATES = {
  fire: grave(['Fire'], ['Evacuate', 'Avoid']),
  flood: grave(['Met', 'Geo'], ['Evacuate']),
  severe_weather: { ...grave(['Met'], ['Shelter']), urgency: 'Expected', certainty: 'Likely' },
  earthquake: grave(['Geo'], ['Shelter', 'Execute']),
  gas_leak: grave(['Safety', 'Fire'], ['Evacuate', 'Avoid']),
  evacuation: grave(['Safety'], ['Evacuate']),
  missing_child: { ...moderate(['Rescue', 'Security'], ['Monitor']) },
  police_operation: moderate(['Security'], ['Avoid']),
  road_closed: { ...moderate(['Transport'], ['Avoid']), severity: 'Minor' },
  power_outage: moderate(['Infra'], ['Prepare']),
} as const satisfies Record<string, EventTemplate>;
export type EventName = keyof typeof EVENT_TEMPLATES;
export const EVENT_NAMES = Object.keys(EVENT_TEMPLATES) as EventName[];

function grave(category: Category[], response_types: ResponseType[]): EventTemplate {
  return { category, response_types, urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' };
}
function moderate(category: Category[], response_types: ResponseType[]): EventTemplate {
  return { ...grave(category, response_types), severity: 'Moderate' };
}

export interface TemplateTexts {
  event: string;
  headline: string;
  description: string;
  instruction: string;
}
type BothLanguages = Record<(typeof LANGUAGES)[number], Record<EventName, TemplateTexts>>;

/** In both languages, whichever the console is in: an alert says both. */
export async function loadTemplateTexts(): Promise<BothLanguages> {
  const { backend } = getI18n().services.backendConnector as { backend: BackendModule };
  const read = (language: string) =>
    new Promise<Record<EventName, TemplateTexts>>((resolve, reject) => {
      void backend.read(language, 'alertTemplates', (error, texts) => {
        if (error || typeof texts !== 'object' || texts === null)
          reject(error instanceof Error ? error : new Error(`no texts of alerts in ${language}`));
        else resolve(texts as unknown as Record<EventName, TemplateTexts>);
      });
    });
  const [en, zh] = await Promise.all([read('en'), read('zh')]);
  return { en, zh };
}
