/** The ten events that alerts are most often about, and how grave each is as a rule; their texts are `alertTemplates:<event>`. */
import { readBothLanguages } from '../bothLanguages.ts';
import type {
  Category,
  Certainty,
  ResponseType,
  Severity,
  Urgency,
} from '../../../shared/contract/alerts/cap.ts';

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
export const loadTemplateTexts = () => readBothLanguages<Record<EventName, TemplateTexts>>('alertTemplates');
