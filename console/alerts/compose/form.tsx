/** The form of an alert, for a new one and for a draft. */
import { alert, alerts } from '../../../shared/contract/alerts/alert.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { ALERT_FIELDS, ALERT_STEPS } from './fields.ts';
import { alertForm } from './values.ts';

/** What the forms need of it; its list has a definition of its own. */
export const resource = defineResource({
  name: 'alerts',
  entity: alerts,
  row: alert,
  pages: ['alerts'],
  opensIn: 'page',
  label: row => row.name,
  columns: [],
});
const ReachLine = lazyWithRetry(async () => ({ default: (await import('./ReachLine.tsx')).ReachLine }));
const PlacePanel = () => (
  <LazyPart>
    <ReachLine />
  </LazyPart>
);
const steps = ALERT_STEPS.map(step => (step.name === 'place' ? { ...step, panel: PlacePanel } : step));
export const form = { schema: alertForm, fields: ALERT_FIELDS, steps };
