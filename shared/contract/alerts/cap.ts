/** The words of CAP 1.2, and which priority and template follow from them (design/programmatic.md §4.2). */

export const CAP_STATUSES = ['Actual', 'Exercise', 'System', 'Test', 'Draft'] as const;
const EXERCISES: readonly string[] = ['Exercise', 'Test'];
/** A test or an exercise: it never replaces or ends a real alert. */
export const isExercise = ({ status }: { status: string }): boolean => EXERCISES.includes(status);
/** Messages with status Draft or System are kept as they came: no screen shows them, and they change no alert. */
export const SHOWN_STATUSES = ['Actual', 'Exercise', 'Test'] as const;
export const isShownStatus = ({ status }: { status: string }): boolean =>
  SHOWN_STATUSES.some(one => one === status);
export type CapStatus = (typeof CAP_STATUSES)[number];
/** Of these only the first three are alerts; the others are kept as they came and change nothing. */
export const CAP_MESSAGES = ['Alert', 'Update', 'Cancel', 'Ack', 'Error'] as const;
export type CapMessage = (typeof CAP_MESSAGES)[number];
export const MESSAGE_TYPES = ['Alert', 'Update', 'Cancel'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
export const CAP_SCOPES = ['Public', 'Restricted', 'Private'] as const;
export type CapScope = (typeof CAP_SCOPES)[number];
export const CATEGORIES = [
  ...(['Geo', 'Met', 'Safety', 'Security', 'Rescue', 'Fire'] as const),
  ...(['Health', 'Env', 'Transport', 'Infra', 'CBRNE', 'Other'] as const),
] as const;
export type Category = (typeof CATEGORIES)[number];
export const URGENCIES = ['Immediate', 'Expected', 'Future', 'Past', 'Unknown'] as const;
export type Urgency = (typeof URGENCIES)[number];
export const SEVERITIES = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const CERTAINTIES = ['Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown'] as const;
export type Certainty = (typeof CERTAINTIES)[number];
export const RESPONSE_TYPES = [
  ...([
    'Shelter',
    'Evacuate',
    'Prepare',
    'Execute',
    'Avoid',
    'Monitor',
    'Assess',
    'AllClear',
    'None',
  ] as const),
] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** 0 goes first. */
export const PRIORITIES = [0, 1, 2, 3, 4] as const;
export type AlertPriority = (typeof PRIORITIES)[number];
/** Takes over screens, also those that do not know where they are, unless its template says otherwise. */
export const isUrgent = ({ priority }: { priority: number }) => priority <= 1;
export const TEMPLATES = ['takeover', 'banner', 'ticker'] as const;
export type AlertTemplate = (typeof TEMPLATES)[number];

interface Grade {
  urgency: Urgency;
  severity: Severity;
  certainty: Certainty;
}
export function priorityOf({ urgency, severity, certainty }: Grade): AlertPriority {
  const isSure = certainty === 'Observed' || certainty === 'Likely';
  if (severity === 'Extreme' && urgency === 'Immediate' && isSure) return 0;
  const isGrave = severity === 'Extreme' || severity === 'Severe';
  if (isGrave && (urgency === 'Immediate' || urgency === 'Expected')) return 1;
  if (isGrave || severity === 'Moderate') return 2;
  return severity === 'Minor' ? 3 : 4;
}

/** What is graver takes more of the screen; what somebody chose counts before it. */
export const templateOf = (priority: AlertPriority): AlertTemplate =>
  isUrgent({ priority }) ? 'takeover' : priority === 2 ? 'banner' : 'ticker';
/** s an alert holds that names no end. */
export const DEFAULT_TTL_S = (priority: AlertPriority) => (priority === 0 ? 2 : 1) * 3_600;
/** s; no alert holds longer. One that must is updated. */
export const MAX_TTL_S = 86_400;
