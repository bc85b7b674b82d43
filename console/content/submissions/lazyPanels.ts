/** Panels of a submission; they come with its sheet, not with the list. */
import type { OwnSubmission, Submission } from '../../../shared/contract/content/submission.ts';
import { lazyPage } from '../../kit/lazyPage.ts';

const own = (name: 'OwnFilePanel' | 'OwnHistoryPanel') =>
  lazyPage<{ row: OwnSubmission }>(
    async () => ({ default: (await import('./panels.tsx'))[name] }),
    ['ownSubmissions', 'creatives'],
  );
const review = (name: 'ReviewFilePanel' | 'ReviewChecksPanel' | 'ReviewHistoryPanel') =>
  lazyPage<{ row: Submission }>(
    async () => ({ default: (await import('./panels.tsx'))[name] }),
    ['submissions', 'creatives'],
  );
export const OwnFilePanel = own('OwnFilePanel');
export const OwnHistoryPanel = own('OwnHistoryPanel');
export const ReviewFilePanel = review('ReviewFilePanel');
export const ReviewChecksPanel = review('ReviewChecksPanel');
export const ReviewHistoryPanel = review('ReviewHistoryPanel');
