/** Opening a dispute from what it is about: a play or an invoice. */
import type { Play } from '../../../shared/contract/proof/play.ts';
import type { Invoice } from '../../../shared/contract/sales/billing/invoice.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';

export const DisputePlay = lazyPanel<DialogProps<Play>>(
  async () => ({ default: (await import('./dialogs.ts')).DisputePlay }),
  ['disputes'],
);
export const DisputeInvoice = lazyPanel<DialogProps<Invoice>>(
  async () => ({ default: (await import('./dialogs.ts')).DisputeInvoice }),
  ['disputes'],
);
