/** Dialogs and forms of submissions; each comes when it is needed. */
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { OwnSubmission, Submission } from '../../../shared/contract/content/submission.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import type { BulkProps, DialogProps } from '../../kit/resource/defineResource.ts';
import type { DraftFormProps } from './DraftForm.tsx';

export const ReplaceDialog = lazyPage<DialogProps<Creative>>(
  async () => ({ default: (await import('./FileDialog.tsx')).ReplaceDialog }),
  ['creatives'],
);
export const ResubmitDialog = lazyPage<DialogProps<OwnSubmission>>(
  async () => ({ default: (await import('./FileDialog.tsx')).ResubmitDialog }),
  ['ownSubmissions', 'creatives'],
);
export const DraftForm = lazyPage<DraftFormProps>(
  async () => ({ default: (await import('./DraftForm.tsx')).DraftForm }),
  ['ownSubmissions'],
);
export const BulkApprove = lazyPage<BulkProps>(
  async () => ({ default: (await import('./review/BulkApprove.tsx')).BulkApprove }),
  ['submissions'],
);
export const ApproveDialog = lazyPage<DialogProps<Submission>>(
  async () => ({ default: (await import('./review/ReasonDialog.tsx')).ApproveDialog }),
  ['submissions'],
);
export const RejectDialog = lazyPage<DialogProps<Submission>>(
  async () => ({ default: (await import('./review/ReasonDialog.tsx')).RejectDialog }),
  ['submissions'],
);
export const ChangesDialog = lazyPage<DialogProps<Submission>>(
  async () => ({ default: (await import('./review/ReasonDialog.tsx')).ChangesDialog }),
  ['submissions'],
);
export const TakeOverDialog = lazyPage<DialogProps<Submission>>(
  async () => ({ default: (await import('./review/TakeOverDialog.tsx')).TakeOverDialog }),
  ['submissions'],
);
