/** Forms are loaded lazily, because they are larger than the rest of a page. */
import { lazyWithRetry } from '../../lazyPage.ts';
import type { EditForm as Form } from './EditForm.tsx';

export const EditForm = lazyWithRetry(async () => ({
  default: (await import('./EditForm.tsx')).EditForm,
})) as typeof Form;
