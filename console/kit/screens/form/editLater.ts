/** Forms come after what is only read: they weigh more than the rest of a page. */
import { lazyWithRetry } from '../../fresh.ts';
import type { EditForm as Form } from './EditForm.tsx';

export const EditForm = lazyWithRetry(async () => ({
  default: (await import('./EditForm.tsx')).EditForm,
})) as typeof Form;
