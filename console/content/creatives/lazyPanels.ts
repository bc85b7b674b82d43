/** Panels of a creative; they come with its page, not with the list. */
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { lazyPage } from '../../kit/lazyPage.ts';

const panel = (name: 'PreviewPanel' | 'ChecksPanel' | 'UsagePanel') =>
  lazyPage<{ row: Creative }>(async () => ({ default: (await import('./panels.tsx'))[name] }), ['creatives']);
export const PreviewPanel = panel('PreviewPanel');
export const ChecksPanel = panel('ChecksPanel');
export const UsagePanel = panel('UsagePanel');
